import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that tests or tools need, and that no npm package contains. */
export type RequiredProgram = {
  /** For sentences: "The tests need …". */
  readonly what: string;
  /** Its commands; the first one that is found is used. */
  readonly commands: readonly string[];
  /** The packages of Debian that contain it, best first. Not every release has all of them. */
  readonly packages: readonly string[];
  /** Whether its packages also start a service of the same name, at once and after each start of the machine. */
  readonly isService?: true;
  /** An environment variable that may hold its path instead. */
  readonly variable?: string;
  /** Paths outside the search path. */
  readonly elsewhere?: readonly string[];
};

/** The headless shell comes first: it needs two thirds of the processor time of a complete browser. */
export const chromium: RequiredProgram = {
  what: 'Chromium',
  // Not `chromium-browser`: on Ubuntu it only installs a snap.
  commands: ['chromium-headless-shell', 'chromium', 'google-chrome', 'google-chrome-stable'],
  packages: ['chromium-headless-shell', 'chromium'],
  variable: 'CHROMIUM',
  elsewhere: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
};

export const firefox: RequiredProgram = {
  what: 'Firefox',
  commands: ['firefox-esr', 'firefox'],
  packages: ['firefox-esr'],
  variable: 'FIREFOX',
  elsewhere: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
};

/** Its WebDriver; the package depends on a browser. */
export const webkit: RequiredProgram = {
  what: 'WebKitGTK',
  commands: ['WebKitWebDriver'],
  packages: ['webkit2gtk-driver'],
};

/** A screen for WebKitGTK. */
export const xvfb: RequiredProgram = { what: 'Xvfb', commands: ['Xvfb'], packages: ['xvfb'] };

/** Both understand the same options. */
export const redis: RequiredProgram = {
  what: 'Redis or Valkey',
  commands: ['redis-server', 'valkey-server'],
  packages: ['redis-server', 'valkey-server'],
  isService: true,
};

/** For the test of the deployment with containers. */
export const caddy: RequiredProgram = { what: 'Caddy', commands: ['caddy'], packages: ['caddy'], isService: true };

/** For the samples of the API in Python. */
export const python: RequiredProgram = { what: 'Python 3', commands: ['python3'], packages: ['python3'] };

/** For the samples of the API in bash. */
const curl: RequiredProgram = { what: 'curl', commands: ['curl'], packages: ['curl'] };

/** For tests that count processes. */
const ps: RequiredProgram = { what: 'ps', commands: ['ps'], packages: ['procps'] };

/** For the test of `npm test -- --changed`. */
const git: RequiredProgram = { what: 'git', commands: ['git'], packages: ['git'] };

/** What each part of a test run needs. Other parts need nothing. */
const NEEDED: Readonly<Record<string, readonly RequiredProgram[]>> = {
  browser: [chromium, redis],
  vitest: [redis, python, curl, ps, git, caddy],
  'chaos-nodes': [redis],
};

/** What these parts of a test run need. Only the thorough suite tests other browsers than Chromium. */
export function neededByTests(parts: readonly string[], isThorough: boolean): readonly RequiredProgram[] {
  const others = isThorough && parts.includes('browser') ? [firefox, webkit, xvfb] : [];
  return [...new Set([...parts.flatMap((part) => NEEDED[part] ?? []), ...others])];
}

/** @returns the path in the variable of a program, or that of the first command found; undefined if it is missing */
export function find({ commands, variable, elsewhere = [] }: RequiredProgram, env = process.env): string | undefined {
  const named = variable === undefined ? undefined : env[variable];
  if (named) return isProgram(named) ? named : undefined;
  const folders = (env.PATH ?? '').split(delimiter);
  return [...commands.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere].find(isProgram);
}

/** @returns the path of a program. @throws Error with a sentence that says how to install it */
export function findOrThrow(program: RequiredProgram): string {
  const path = find(program);
  if (path === undefined) throw new Error(howToGet(program));
  return path;
}

/** A sentence about a variable that names no program; undefined if it is fine or not set. */
export function wrongVariable({ what, variable }: RequiredProgram, env = process.env): string | undefined {
  const named = variable === undefined ? undefined : env[variable];
  if (!named || isProgram(named)) return undefined;
  return `${variable} is ${named}, which is no program: set it to the path of ${what}, or remove it`;
}

/** One sentence, and one command. */
export const howToGet = ({ what, packages: [name], variable }: RequiredProgram): string =>
  `Terrace's tests and tools need ${what}: apt-get install ${name}` +
  (variable === undefined ? '' : `, or set ${variable} to its path`);

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

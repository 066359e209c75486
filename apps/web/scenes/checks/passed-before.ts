/**
 * Hashes of scenes that passed, so that the default suite does not open unchanged scenes again. The hash covers a scene's
 * HTML, which names scripts and styles by the hash of their content, and the code of the checks.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../../../../tools/run.ts';
import type { FixtureServer } from '../server/fixture-server.ts';

/** Shared by all clones of a user, like a browser's cache. */
const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'terrace-online/scenes');
const MONTH = 30 * 24 * 60 * 60_000;

/** What a scene depends on besides its HTML: its answers and steps, the checks, files without a hash, and libraries. */
const INPUTS = [
  'apps/web/scenes',
  'apps/web/e2e',
  'apps/web/static',
  'apps/web/playwright.config.ts',
  'packages/engine/assembly',
  'packages/engine/src',
  'packages/game/src',
  'packages/protocol/src',
  'packages/rules/src',
  'packages/testing',
  'pnpm-lock.yaml',
];

/** Hashes the inputs that all scenes share. Call it once, since it reads a thousand files. */
export async function hashSharedInputs(browser: string): Promise<string> {
  const hash = createHash('sha256').update(browser);
  for (const input of INPUTS) {
    for (const file of await filesOf(join(root, input)))
      hash.update(`${relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function filesOf(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/(\.test|e2e.*\.spec)\.ts$/.test(`${entry.parentPath}/${entry.name}`))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('/node_modules/'))
    .sort();
}

/**
 * Hashes everything that a browser can show of a scene.
 *
 * @param server serves the scenes
 * @param address the name of the scene and the query with the visitor's preferences
 * @param endsAt another page to which the steps of the scene lead
 */
export async function hashScene({ url }: FixtureServer, address: string, endsAt?: string): Promise<string> {
  const opening = await fetch(`${url}/scenes/${address}`, { redirect: 'manual' });
  const cookie = opening.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const hash = createHash('sha256').update(`${address}\0${cookie}`);
  for (const path of [opening.headers.get('location'), endsAt]) {
    if (path === undefined) continue;
    const page = await fetch(`${url}${path}`, { redirect: 'manual', headers: { cookie } });
    const html = (await page.text()).replaceAll(VARYING, '').replaceAll(url, '');
    const parts = [path, page.status, page.headers.get('location'), await withoutOtherPages(html, url)];
    hash.update(parts.join('\0'));
  }
  return hash.digest('hex');
}

/** Nonces, the time of the build, and the time of running clocks, which depends on the moment of the request. */
const VARYING = /nonce="[^"]*"|__sveltekit_\w+|version: "\d+"|data-ms="\d+">[^<]*/g;

const APP_SCRIPT = /\/_app\/immutable\/entry\/app\.[\w-]+\.js/g;

async function withoutOtherPages(html: string, url: string): Promise<string> {
  const [path] = html.match(APP_SCRIPT) ?? [];
  if (path === undefined) return html;
  const code = await (await fetch(url + path)).text();
  return html.replaceAll(APP_SCRIPT, '') + withoutPages(code);
}

/** Kit's `app` script without the names of the scripts of all pages, which change with each of them. */
export const withoutPages = (appScript: string): string =>
  appScript.replaceAll(/\[[^\]]*_app\/[^\]]*\]|__vite__mapDeps\(\[[\d,]*\]\)|nodes\/\d+\.[\w-]+\.js/g, '');

/** Whether this hash was kept, and used at least once a month since. */
export const passedBefore = (hash: string): Promise<boolean> =>
  utimes(join(folder, hash), new Date(), new Date()).then(
    () => true,
    () => false,
  );

export async function keepPassed(hash: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, hash), '');
}

/** Deletes what was not used for a month. Several workers may do this at the same time. */
export async function deleteOldPassed(now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const known = await stat(file).catch(() => undefined);
    if (known !== undefined && known.mtimeMs < now - MONTH) await rm(file, { force: true });
  }
}

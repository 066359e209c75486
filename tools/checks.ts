/** The static checks for `pnpm lint`, `pnpm check` and `npm test`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { printHelpIfAsked } from './help.ts';
import { root, run } from './run.ts';

/** A command that prints the problems it finds and fails. */
export type StaticCheck = {
  readonly name: string;
  readonly command: string;
  readonly cwd?: string;
  /** The files whose change it can notice; all by default. */
  readonly concerns?: RegExp;
  /** Checks only some files. */
  readonly commandFor?: (files: readonly string[]) => string;
};

const CODE = /\.(ts|mjs|svelte|json|yaml)$|^docs\/architecture\.md$/;
/** What every type check depends on. */
const TYPES = 'tsconfig\\.base\\.json$|pnpm-lock\\.yaml$';
const quoted = (files: readonly string[]): string =>
  files.map((file) => `'${file.replaceAll("'", String.raw`'\''`)}'`).join(' ');

/** Checks keep what they found here, by the contents of files, and need a quarter of the processor time the next time. */
const CACHE = join(root, 'node_modules/.cache');
const SPELLING = `cspell lint --no-progress --no-summary --cache --cache-strategy content --cache-location ${CACHE}/cspell`;
/** One thread needs half the processor time of several, and tests run on the other core. */
const typesOf = (project: string, name: string): string =>
  `tsc --singleThreaded -p ${project} --incremental --tsBuildInfoFile ${CACHE}/types/${name}.tsbuildinfo`;

/** Format, lint rules, import borders and docs/architecture.md, spelling, and unused code. */
export const lintChecks: readonly StaticCheck[] = [
  {
    name: 'format and lint',
    command: 'biome check .',
    commandFor: (files) => `biome check --no-errors-on-unmatched --files-ignore-unknown=true ${quoted(files)}`,
  },
  { name: 'import borders', command: 'node tools/imports.ts', concerns: CODE },
  {
    name: 'spelling',
    command: SPELLING,
    commandFor: (files) => `${SPELLING} --no-must-find-files ${quoted(files)}`,
  },
  { name: 'unused code', command: 'knip --no-progress --cache', concerns: CODE },
];

/**
 * One program contains all code that runs on Node, so that shared imports are checked once. A second one contains
 * platform-independent code, without the types of Node. AssemblyScript's own types need TypeScript 6.
 */
export const typeChecks: readonly StaticCheck[] = [
  { name: 'types of code for Node', command: typesOf('.', 'node'), concerns: CODE },
  {
    name: 'types of code for any platform',
    command: typesOf('packages', 'packages'),
    concerns: new RegExp(`^(packages/|${TYPES})`),
  },
  {
    name: 'types of the engine in AssemblyScript',
    command: 'node node_modules/typescript/bin/tsc -p packages/engine/assembly',
    concerns: /^packages\/engine\/assembly\//,
  },
  {
    name: 'types of its outside opponent',
    command: 'node node_modules/typescript/bin/tsc -p bench/engine/opponents/outsider/assembly',
    concerns: /^bench\/engine\/opponents\/outsider\/assembly\//,
  },
  {
    name: 'types of the pages',
    command: 'svelte-kit sync && svelte-check --tsgo-experimental-api && tsc -p src/service-worker',
    cwd: join(root, 'apps/web'),
    concerns: new RegExp(`^((apps/web|packages|tools)/|${TYPES})`),
  },
  { name: 'promises of the pages', command: 'node tools/held-promises.ts', concerns: /^(apps\/web|packages)\// },
];

/** The checks whose result these changed or deleted files can affect, of the files alone where that is possible. */
export const checksFor = (files: readonly string[]): readonly StaticCheck[] =>
  [...lintChecks, ...typeChecks].flatMap((check) => {
    const concerned = files.filter((file) => check.concerns?.test(file) ?? true);
    const left = concerned.filter((file) => existsSync(join(root, file)));
    if (concerned.length === 0 || (check.commandFor !== undefined && left.length === 0)) return [];
    return { ...check, command: check.commandFor?.(left) ?? check.command };
  });

if (process.argv[1] === import.meta.filename) {
  printHelpIfAsked('node tools/checks.ts lint|types: checks the lint rules and import borders, or the types.');
  const checks = { lint: lintChecks, types: typeChecks }[process.argv[2] ?? ''];
  if (checks === undefined) throw new Error('Name one: node tools/checks.ts lint|types');
  for (const { name, command, cwd = root } of checks) {
    const { ok } = await run(command, { cwd, show: true });
    if (!ok) process.exitCode = 1;
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name}`);
  }
}

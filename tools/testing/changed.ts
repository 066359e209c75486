import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../run.ts';

export type Change = {
  /** A revision that git knows. */
  readonly since: string;
  /** Changed, new and deleted files, relative to the root. */
  readonly files: readonly string[];
};

/** What has changed since a revision, whether it is committed or not. @throws Error if git does not know the revision */
export async function changeSince(since: string, folder = root): Promise<Change> {
  const changed = await names(folder, 'diff', '--name-only', '--no-renames', '-z', '--end-of-options', since, '--');
  const added = await names(folder, 'ls-files', '--others', '--exclude-standard', '-z');
  return { since, files: [...new Set([...changed, ...added])].sort() };
}

async function names(cwd: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('git', args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  return stdout.split('\0').filter(Boolean);
}

const PAGES = /^(apps\/web\/(?!e2e\/|scenes\/)|packages\/(?!embedded-postgres\/))/;
/** Browser tests, and what they import besides pages. */
const BROWSER_TESTS = /^(apps\/web\/(scenes|e2e)|tools\/(testing|required))\//;

/** Whether the built pages may differ. */
export const changesPages = ({ files }: Change): boolean =>
  files.some((file) => PAGES.test(file) && !file.endsWith('.test.ts'));

/** Whether browser tests, or the pages that they open, may differ. */
export const changesBrowserTests = (change: Change): boolean =>
  changesPages(change) || change.files.some((file) => BROWSER_TESTS.test(file));

/** The changed tests that only the thorough suite runs. */
export const thoroughOnly = ({ files }: Change): readonly string[] =>
  files.filter((file) => /\.thorough\.(test|spec)\.ts$/.test(file) && existsSync(join(root, file)));

/** Files that tests read instead of import, and these tests. */
const READ: readonly (readonly [file: RegExp, tests: readonly string[]])[] = [
  [/^packages\/engine\/assembly\//, ['packages/engine/src/', 'bench/engine/']],
  [
    /^(docker-compose\.yml|Dockerfile|deploy\/)/,
    ['tools/deploy.test.ts', 'tools/deployment.test.ts', 'apps/server/src/metrics/watching.test.ts'],
  ],
  [/^prisma\//, ['tools/contract-steps.test.ts', 'tools/migration.test.ts', 'apps/server/src/store/migrate.test.ts']],
  [/\.md$/, ['tools/documents.test.ts', 'tools/plain-english.test.ts', 'tools/recipes.test.ts']],
  [/^packages\/messages\/catalogues\//, ['packages/messages/', 'tools/plain-english.test.ts']],
];

/** The tests that read a changed file. Imports do not lead to them. */
export const readersOf = ({ files }: Change): readonly string[] => [
  ...new Set(READ.flatMap(([pattern, tests]) => (files.some((file) => pattern.test(file)) ? tests : []))),
];

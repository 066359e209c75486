import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checksFor, lintChecks, typeChecks } from '../checks.ts';
import { root, run } from '../run.ts';
import { changeSince, changesBrowserTests, changesPages, readersOf, thoroughOnly } from './changed.ts';

const change = (...files: string[]) => ({ since: 'HEAD', files });
const names = (...files: string[]) => checksFor(files).map(({ name }) => name);

test('a change of the server needs no browser, one of a package needs the pages, and one of a scene needs only a browser', () => {
  expect(changesBrowserTests(change('apps/server/src/main.ts', 'docs/operate.md'))).toBe(false);
  expect(changesPages(change('packages/rules/src/moves.ts'))).toBe(true);
  expect(changesPages(change('packages/rules/src/moves.test.ts', 'apps/web/scenes/catalogue.ts'))).toBe(false);
  expect(changesBrowserTests(change('apps/web/scenes/catalogue.ts'))).toBe(true);
});

test('a document is checked alone, and code by every check that reads it', () => {
  expect(names('docs/operate.md')).toEqual(['format and lint', 'spelling']);
  expect(checksFor(['docs/operate.md'])[1]?.command).toMatch(/'docs\/operate\.md'$/);
  expect(names('apps/web/src/app.ts')).toEqual(
    expect.arrayContaining(['import borders', 'unused code', 'types of code for Node', 'types of the pages']),
  );
  expect(checksFor([])).toEqual([]);
});

test('after a deletion, types and imports are checked, but no format', () => {
  expect(names('apps/web/e2e/no-such-file.ts')).toEqual(
    expect.arrayContaining(['import borders', 'unused code', 'types of the pages']),
  );
  expect(names('apps/web/e2e/no-such-file.ts')).not.toContain('format and lint');
  expect(changesBrowserTests(change('apps/web/e2e/no-such-file.ts'))).toBe(true);
});

test('the types of the pages depend on the tools that browser tests import', () => {
  expect(names('tools/testing/outcomes.ts')).toContain('types of the pages');
  expect(changesBrowserTests(change('tools/testing/outcomes.ts'))).toBe(true);
});

test('tests that read a changed file belong to the change, and exist', () => {
  expect(readersOf(change('packages/engine/assembly/search.ts'))).toContain('packages/engine/src/');
  expect(readersOf(change('deploy/Caddyfile'))).toContain('tools/deployment.test.ts');
  expect(readersOf(change('apps/server/src/main.ts'))).toEqual([]);
  const all = readersOf(change('packages/engine/assembly/a.ts', 'Dockerfile', 'prisma/a.sql', 'README.md'));
  for (const file of all) expect(existsSync(join(root, file)), file).toBe(true);
});

test('changed tests of the thorough suite are named', () => {
  expect(thoroughOnly(change('chaos/chaos.thorough.test.ts', 'chaos/chaos.test.ts'))).toEqual([
    'chaos/chaos.thorough.test.ts',
  ]);
});

test('every check concerns some file', () => {
  const files = [
    'packages/engine/assembly/search.ts',
    'bench/engine/opponents/outsider/assembly/main.ts',
    'apps/web/src/app.ts',
  ];
  expect(names(...files)).toHaveLength(lintChecks.length + typeChecks.length);
});

test('changed, new and deleted files belong to a change, ignored ones do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'terrace-change-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  for (const name of ['same.ts', 'committed.ts', 'edited.ts', 'café.ts']) await write(name, 'old');
  await write('.gitignore', 'ignored.ts');
  const git = (args: string) => run(`git -c user.name=a -c user.email=a@b.example ${args}`, { cwd: folder });
  for (const args of ['init -q', 'add .', 'commit -qm first']) expect(await git(args)).toMatchObject({ ok: true });
  await write('committed.ts', 'new');
  await git('commit -qam second');
  await write('edited.ts', 'new');
  for (const name of ['added.ts', 'ignored.ts']) await write(name, 'new');
  await rm(join(folder, 'café.ts'));
  expect((await changeSince('HEAD', folder)).files).toEqual(['added.ts', 'café.ts', 'edited.ts']);
  expect((await changeSince('HEAD~1', folder)).files).toEqual(['added.ts', 'café.ts', 'committed.ts', 'edited.ts']);
  await expect(changeSince('no-such-revision', folder)).rejects.toThrow('no-such-revision');
});

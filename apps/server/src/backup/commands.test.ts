import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { run } from '../../../../tools/run.ts';
import { emptyDatabase, freshDatabase } from '../../../../tools/testing/database.ts';
import { temporaryFolder } from '../../../../tools/testing/folder.ts';
import { contents, query } from '../store/testing/compare.ts';

vi.setConfig({ testTimeout: 90_000 }); // each test creates and migrates databases

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let original: Awaited<ReturnType<typeof freshDatabase>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  original = await freshDatabase();
  await query(original.url, `insert into block select 'ann', 'player-' || n from generate_series(1, 1000) n`);
});
afterAll(async () => {
  await original.drop();
  await folder.remove();
});

const on = (databaseUrl: string) => ({ env: { DATABASE_URL: databaseUrl } });
const backup = 'node apps/server/src/programs/backup.ts';
const restore = 'node apps/server/src/programs/restore.ts';

test('a backup is a new file readable only by its owner, and it can be restored once into an empty database', async () => {
  const file = join(folder.path, 'a.backup');
  const restored = await emptyDatabase();
  expect(await run(`${backup} ${file}`, on(original.url))).toEqual({
    ok: true,
    output: expect.stringMatching(/^Saved 1,000 rows \(0 MB\) as of 20\S+Z\.\n$/),
  });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await run(`${restore} ${file}`, on(restored.url))).toEqual({
    ok: true,
    output: expect.stringMatching(/^The file is complete\.\nRestored 1,000 rows \(0 MB\) as of 20\S+Z\.\n$/),
  });
  expect(await contents(restored.url)).toEqual(await contents(original.url));
  expect(await run(`${restore} ${file}`, on(restored.url))).toEqual({
    ok: false,
    output: expect.stringMatching(
      /^The file is complete\.\nThe database is not empty \(the table block has rows\).*\n$/,
    ),
  });
  await restored.drop();
});

test('a backup can be piped', async () => {
  const restored = await emptyDatabase();
  const pipe = `${backup} - | DATABASE_URL='${restored.url}' ${restore} -`;
  expect(await run(pipe, on(original.url))).toMatchObject({ ok: true });
  expect(await contents(restored.url)).toEqual(await contents(original.url));
  await restored.drop();
});

test('an existing file is not overwritten, and an incomplete one is removed', async () => {
  const file = join(folder.path, 'there.backup');
  await writeFile(file, 'precious');
  expect(await run(`${backup} ${file}`, on(original.url))).toEqual({
    ok: false,
    output: `${file} already exists. Choose another file name.\n`,
  });
  expect(await readFile(file, 'utf8')).toBe('precious');

  const empty = await emptyDatabase();
  const other = join(folder.path, 'other.backup');
  expect(await run(`${backup} ${other}`, on(empty.url))).toEqual({
    ok: false,
    output: expect.stringMatching(/^There is nothing to save: .*\n$/),
  });
  await expect(stat(other)).rejects.toThrow('ENOENT');
  await empty.drop();
});

test.each([
  [restore, 'Name the backup file: npm run restore -- FILE.'],
  [backup, 'Name the new file: npm run backup -- FILE.'],
  [`${restore} /nowhere/a.backup`, '/nowhere/a.backup does not exist.'],
  [`${restore} /tmp`, '/tmp is a folder, not a file.'],
])('%s explains the problem', async (command, sentence) => {
  expect(await run(command, on(original.url))).toEqual({ ok: false, output: `${sentence}\n` });
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { migrationName, writeNextMigration } from './migration.ts';
import { readSchema } from './schema-diff.ts';
import { temporaryFolder } from './testing/folder.ts';

test('the folder name of a migration is its time and its name in snake case', () => {
  const now = new Date('2026-11-22T09:30:00.123Z');
  expect(migrationName('add-chat', now)).toBe('20261122093000_add_chat');
  expect(migrationName('Add chat_2', now)).toBe('20261122093000_add_chat_2');
  expect(migrationName('--', now)).toBeUndefined();
});

test('the next migration is the SQL from the last one to the schema, and is not written without a difference', async () => {
  const { path: folder, remove } = await temporaryFolder();
  onTestFinished(remove);
  const schema = (await readSchema()).replace('model Game {', 'model Game {\n  medals Int @default(0)');
  const name = '20261122093000_add_medals';
  expect(await writeNextMigration({ name, schema: await readSchema(), folder })).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
  expect(await writeNextMigration({ name, schema, folder })).toBe(join(folder, name, 'migration.sql'));
  expect(await readFile(join(folder, name, 'migration.sql'), 'utf8')).toMatch(
    /^-- AlterTable\nALTER TABLE "game" ADD COLUMN +"medals" INTEGER NOT NULL DEFAULT 0;\n$/,
  );
});

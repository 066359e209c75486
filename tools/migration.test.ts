import { expect, test } from 'vitest';
import { migrationName } from './migration.ts';
import { run } from './run.ts';

test('the folder name of a migration is its time and its name in snake case', () => {
  const now = new Date('2026-11-22T09:30:00.123Z');
  expect(migrationName('add-chat', now)).toBe('20261122093000_add_chat');
  expect(migrationName('Add chat_2', now)).toBe('20261122093000_add_chat_2');
  expect(migrationName('--', now)).toBeUndefined();
});

test('writes nothing if the migrations already lead to the schema', async () => {
  const { ok, output } = await run('node tools/migration.ts add-chat');
  expect(output).toContain('Nothing to do');
  expect(ok).toBe(true);
});

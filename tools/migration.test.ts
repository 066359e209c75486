import { expect, test } from 'vitest';
import { migrationName, nextScript } from './migration.ts';

test('the folder name of a migration is its time and its name in snake case', () => {
  const now = new Date('2026-11-22T09:30:00.123Z');
  expect(migrationName('add-chat', now)).toBe('20261122093000_add_chat');
  expect(migrationName('Add chat_2', now)).toBe('20261122093000_add_chat_2');
  expect(migrationName('--', now)).toBeUndefined();
});

test('the migrations lead to the schema', async () => {
  expect(await nextScript()).toBe('');
});

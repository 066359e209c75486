import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { fuzz } from './run.ts';

test('whatever is sent, nothing breaks, nothing hangs, and people play on', { timeout: 120_000 }, async () => {
  const { url, drop } = await freshDatabase();
  const { sent, faults } = await fuzz({ databaseUrl: url, seed: 11, goesOn: (count) => count < 400 });
  await drop();
  expect(faults).toEqual([]);
  expect(sent).toBe(400);
});

import { expect, test } from 'vitest';
import { freshDatabase } from '../tools/testing/database.ts';
import { bySuite } from '../tools/testing/suite.ts';
import { fuzz } from './run.ts';

const INPUTS = bySuite(120, 2_000);

test('unexpected input of any kind breaks nothing, hangs nothing, and games continue', {
  timeout: 120_000,
}, async () => {
  const { url, drop } = await freshDatabase();
  const { sent, faults } = await fuzz({ databaseUrl: url, seed: 11, goesOn: (count) => count < INPUTS });
  await drop();
  expect(faults).toEqual([]);
  expect(sent).toBe(INPUTS);
});

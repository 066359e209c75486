import { expect, test } from 'vitest';
import { CHILD_STOP_MS, STOP_MS } from './stop-times.ts';

test('a stop ends within ten seconds, and its steps leave time to close connections', () => {
  const { all, ...steps } = STOP_MS;
  expect(all).toBeLessThan(10_000);
  expect(Object.values(steps).reduce<number>((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(all - 500);
});

test('a stop of a process next to play leaves two seconds after its longest step', () => {
  expect(CHILD_STOP_MS.mailIn).toBeLessThanOrEqual(CHILD_STOP_MS.all - 2_000);
});

import { expect, test } from 'vitest';
import { noViolations } from './check.ts';
import { runRolling } from './rolling.ts';

test('while servers are restarted one after the other, no move is refused or lost, and all go to the other server', async () => {
  const report = await runRolling({ games: 20, perSecond: 40, quietMs: 1_000, onProgress: () => undefined });
  expect(report.violations).toEqual(noViolations());
  expect(report.refused).toBe(0);
  expect(report.acked).toBeGreaterThan(80);
  expect(report.moved).toBeGreaterThanOrEqual(40);
});

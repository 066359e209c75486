import { expect, test } from 'vitest';
import { noViolations } from './check.ts';
import { runRolling } from './rolling.ts';

const GAMES = 20;

test('a rolling restart rejects and loses no move, and moves every client to the other server', async () => {
  const report = await runRolling({
    games: GAMES,
    perSecond: 2 * GAMES,
    quietMs: 1_000,
    onProgress: () => undefined,
  });
  expect(report.violations).toEqual(noViolations());
  expect(report.refused).toBe(0);
  expect(report.acked).toBeGreaterThan(80);
  expect(report.moved).toBeGreaterThanOrEqual(2 * GAMES);
});

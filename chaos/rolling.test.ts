import { expect, test } from 'vitest';
import { bySuite } from '../tools/testing/suite.ts';
import { noViolations } from './check.ts';
import { runRolling } from './rolling.ts';

const GAMES = bySuite(6, 20);

test('a rolling restart rejects and loses no move, and moves every client to the other server', async () => {
  const report = await runRolling({
    games: GAMES,
    perSecond: 2 * GAMES,
    quietMs: bySuite(500, 1_000),
    onProgress: () => undefined,
  });
  expect(report.violations).toEqual(noViolations());
  expect(report.refused).toBe(0);
  expect(report.acked).toBeGreaterThan(bySuite(2 * GAMES, 80));
  expect(report.moved).toBeGreaterThanOrEqual(2 * GAMES);
});

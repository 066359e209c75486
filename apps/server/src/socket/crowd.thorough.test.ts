import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';
import { isComplete, playBefore } from './testing/crowd.ts';

const SPECTATORS = 500;
const MOVES = 40;

/** The maximum ratio of the median delays of the last and the first spectator. */
const SPREAD = 3;

const app = useSharedApp();

test('five hundred spectators receive each event once and in order, the last soon after the first', {
  timeout: 60_000,
}, async () => {
  const { received, delaysMs } = await playBefore(app.url, { spectators: SPECTATORS, moves: MOVES });
  expect(received.filter((events) => !isComplete(events, MOVES))).toEqual([]);
  const ratios = delaysMs.map((delays) => Math.max(...delays) / Math.min(...delays)).sort((a, b) => a - b);
  expect(ratios[MOVES / 2]).toBeLessThan(SPREAD);
});

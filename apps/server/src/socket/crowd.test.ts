import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';
import { isComplete, playBefore } from './testing/crowd.ts';

const SPECTATORS = 25;
const MOVES = 8;

const app = useSharedApp();

test('every spectator of a crowd receives each event once and in order', async () => {
  const { received } = await playBefore(app.url, { spectators: SPECTATORS, moves: MOVES });
  expect(received).toHaveLength(SPECTATORS);
  expect(received.filter((events) => !isComplete(events, MOVES))).toEqual([]);
});

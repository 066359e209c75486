import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';
import { playBefore, seqsOfMoves } from './testing/crowd.ts';

const SPECTATORS = 25;
const MOVES = 8;

const app = useSharedApp();

test('every spectator of a crowd receives each event once and in order', async () => {
  const { received } = await playBefore(app.url, { spectators: SPECTATORS, moves: MOVES });
  expect(received).toHaveLength(SPECTATORS);
  for (const seqs of received) expect(seqs).toEqual(seqsOfMoves(MOVES));
});

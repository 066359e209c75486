import { momentsOf } from '@terrace/rules';
import { played } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { boardGeometry } from '#lib/board/geometry.ts';
import { gifFrames } from './gif-frames.ts';

test('a game of one move has two frames, and the second shows the move', () => {
  const [start, after, ...more] = gifFrames(momentsOf(played(['d2-d4'])), boardGeometry(8, 'south'));
  expect(more).toEqual([]);
  expect(start?.move).toBeUndefined();
  expect(start?.placed).toHaveLength(32);
  expect(start?.placed.filter(({ kind }) => kind === 'north T')).toEqual([{ kind: 'north T', at: { x: 750, y: 50 } }]);
  expect(after?.move).toEqual({ from: { x: 350, y: 650 }, to: { x: 350, y: 450 } });
  expect(after?.durationMs).toBeGreaterThan(start?.durationMs ?? 0);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNotable, marksApart } from './move-marks.ts';

const KINDS = ['best', 'good', 'slip', 'blunder', 'missed-win'] as const;

const game = fc
  .array(fc.constantFrom(...KINDS), { maxLength: 80 })
  .map((kinds) => kinds.map((kind, moment) => ({ moment, side: 'south' as const, class: kind, loss: 0 })));

test('of overlapping signs the worst is kept', () => {
  const moves = (['slip', 'blunder', 'good', 'slip'] as const).map((kind, moment) => ({
    moment,
    side: 'south' as const,
    class: kind,
    loss: 0,
  }));
  expect(marksApart(moves, 2).map(({ moment }) => moment)).toEqual([1, 3]);
  expect(marksApart(moves, 3).map(({ moment }) => moment)).toEqual([1]);
});

test('kept signs do not overlap, and each marked move is near a kept one', () => {
  fc.assert(
    fc.property(game, fc.integer({ min: 1, max: 10 }), (moves, apart) => {
      const kept = marksApart(moves, apart).map(({ moment }) => moment);
      for (const one of kept)
        for (const other of kept) if (one !== other) expect(Math.abs(one - other)).toBeGreaterThanOrEqual(apart);
      for (const { moment } of moves.filter((move) => isNotable(move.class))) {
        expect(kept.some((each) => Math.abs(each - moment) < apart)).toBe(true);
      }
    }),
  );
});

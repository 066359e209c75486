import { expect, test } from 'vitest';
import { level, squares, terraceOf, terraces } from '../board.ts';
import { cellOf, gridOf } from './grid.ts';

test.each([6, 8] as const)(
  'one multiplication gathers every terrace in path order, whatever stands on it (board of %i)',
  (size) => {
    const { slides } = gridOf(size);
    for (const path of terraces(size)) {
      const bits = path.map((square) => cellOf(size, square) & 31);
      const first = bits[0] ?? 0;
      const [mask, multiplier, ends] = [slides.mask[first] ?? 0, slides.magic[first] ?? 0, slides.ends[first] ?? 0];
      expect(mask).toBe(bits.reduce((all, bit) => all | (1 << bit), 0));
      expect(ends).toBe((1 << (7 - path.length)) - 1);
      if (path.length === 1) continue;
      const places = [bits, bits.toReversed()].map(
        (order) => new Map(order.map((bit, i) => [bit, 7 - path.length + i])),
      );
      const fits = places.filter((place) =>
        Array.from({ length: 1 << bits.length }, (_, chosen) => bits.filter((_bit, i) => (chosen >>> i) & 1)).every(
          (set) => {
            const word = set.reduce((all, bit) => all | (1 << bit), 0);
            const index = set.reduce((all, bit) => all | (1 << (place.get(bit) ?? 0)), 0);
            return Math.imul(word, multiplier) >>> 25 === index;
          },
        ),
      );
      expect(fits).toHaveLength(1);
    }
  },
);

test.each([6, 8] as const)(
  'North half is the mirror of South half: same terraces, levels counted from the top (board of %i)',
  (size) => {
    const { squareOfCell } = gridOf(size);
    for (const square of squares(size).slice(0, (size * size) / 2)) {
      const mirror = squareOfCell[cellOf(size, square) + 32] ?? square;
      expect(level(size, mirror)).toBe(size + 1 - level(size, square));
      const near = squares(size).filter((other) => terraceOf(size, other) === terraceOf(size, square));
      const far = squares(size).filter((other) => terraceOf(size, other) === terraceOf(size, mirror));
      expect(far.map((other) => cellOf(size, other) - 32).sort()).toEqual(
        near.map((other) => cellOf(size, other)).sort(),
      );
    }
  },
);

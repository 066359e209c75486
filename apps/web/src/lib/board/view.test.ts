import { level, parseSquare, SIDES, squareName, squares } from '@terrace/rules';
import { describe, expect, test } from 'vitest';
import { viewFrom } from './view.ts';

describe.each([6, 8] as const)('a board of %i', (size) => {
  test.each(SIDES)('seen from %s shows every square once, at its height', (side) => {
    const view = viewFrom(size, side);
    const seen = squares(size).map((square) => {
      const cell = view.cellOf(square);
      expect(view.squareAt(cell)).toBe(square);
      expect(view.relief[cell.row]?.[cell.column]).toBe(level(size, square));
      return `${cell.column} ${cell.row}`;
    });
    expect(new Set(seen).size).toBe(size * size);
  });

  test.each(SIDES)('seen from %s names each square by its row and its column', (side) => {
    const view = viewFrom(size, side);
    for (const square of squares(size)) {
      const { column, row } = view.cellOf(square);
      const names = [view.labels.columns[column] ?? '', view.labels.rows[row] ?? ''];
      expect(names.toSorted().reverse().join('')).toBe(squareName(size, square));
    }
  });

  test.each(SIDES)('has %s at the bottom and the others clockwise from there', (side) => {
    const view = viewFrom(size, side);
    const place = SIDES.indexOf(side);
    const round = [0, 1, 2, 3].map((n) => view.edgeOf(SIDES[(place + n) % 4] ?? 'south'));
    expect(round).toEqual(['down', 'left', 'up', 'right']);
  });
});

test.each([
  ['south', 'a1'],
  ['north', 'h8'],
] as const)('%s has its low corner at the lower left', (side, corner) => {
  const view = viewFrom(8, side);
  expect(view.squareAt({ column: 0, row: 7 })).toBe(parseSquare(8, corner));
});

test('off the board is no square', () => {
  expect(viewFrom(8, 'south').squareAt({ column: 8, row: 0 })).toBeUndefined();
  expect(viewFrom(8, 'south').squareAt({ column: 0, row: -1 })).toBeUndefined();
});

import { goalSquare, level, parseSquare, SIDES, squareName, squares } from '@terrace/rules';
import { describe, expect, test } from 'vitest';
import { boardGeometry } from './geometry.ts';
import { mirrored, type Orientation } from './orientation.ts';

const OUTLOOKS: readonly Orientation[] = SIDES.flatMap((side) => [side, mirrored(side)]);

describe.each([6, 8] as const)('a board of %i', (size) => {
  test.each(OUTLOOKS)('seen from %s shows every square once, at its height', (side) => {
    const view = boardGeometry(size, side);
    const seen = squares(size).map((square) => {
      const cell = view.cellOf(square);
      expect(view.squareAt(cell)).toBe(square);
      expect(view.heightmap[cell.row]?.[cell.column]).toBe(level(size, square));
      return `${cell.column} ${cell.row}`;
    });
    expect(new Set(seen).size).toBe(size * size);
  });

  test.each(OUTLOOKS)('seen from %s names each square by its row and its column', (side) => {
    const view = boardGeometry(size, side);
    for (const square of squares(size)) {
      const { column, row } = view.cellOf(square);
      const names = [view.labels.columns[column] ?? '', view.labels.rows[row] ?? ''];
      expect(names.toSorted().reverse().join('')).toBe(squareName(size, square));
    }
  });

  test.each(SIDES)('has %s at the bottom, its low corner at the lower left and its goal at the upper right', (side) => {
    const view = boardGeometry(size, side);
    expect(view.edgeOf(side)).toBe('down');
    expect(view.heightmap[size - 1]?.[0]).toBe(1);
    expect(view.squareAt({ column: size - 1, row: 0 })).toBe(goalSquare(size, side));
  });
});

test.each([
  ['south', ['down', 'left', 'up', 'right']],
  ['flipped south', ['down', 'right', 'up', 'left']],
  ['north', ['up', 'right', 'down', 'left']],
  ['east', ['right', 'up', 'left', 'down']],
  ['flipped east', ['left', 'up', 'right', 'down']],
  ['west', ['left', 'down', 'right', 'up']],
] as const)('from %s, South, West, North and East sit %s', (outlook, edges) => {
  expect(SIDES.map((side) => boardGeometry(8, outlook).edgeOf(side))).toEqual(edges);
});

test.each([
  ['south', 'a1'],
  ['west', 'a1'],
  ['north', 'h8'],
  ['east', 'h8'],
] as const)('%s has the low corner %s at the lower left', (side, corner) => {
  expect(boardGeometry(8, side).squareAt({ column: 0, row: 7 })).toBe(parseSquare(8, corner));
});

test('off the board is no square', () => {
  expect(boardGeometry(8, 'south').squareAt({ column: 8, row: 0 })).toBeUndefined();
  expect(boardGeometry(8, 'south').squareAt({ column: 0, row: -1 })).toBeUndefined();
});

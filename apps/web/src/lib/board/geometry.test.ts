import { goalSquare, level, parseSquare, SIDES, squareName, squares } from '@terrace/rules';
import { describe, expect, test } from 'vitest';
import { boardGeometry } from './geometry.ts';
import { mirror, type Orientation } from './orientation.ts';

const ORIENTATIONS: readonly Orientation[] = SIDES.flatMap((side) => [side, mirror(side)]);

describe.each([6, 8] as const)('a board of %i', (size) => {
  test.each(ORIENTATIONS)('from %s, every square appears once, at its height', (side) => {
    const geometry = boardGeometry(size, side);
    const seen = squares(size).map((square) => {
      const cell = geometry.cellOf(square);
      expect(geometry.squareAt(cell)).toBe(square);
      expect(geometry.heightmap[cell.row]?.[cell.column]).toBe(level(size, square));
      return `${cell.column} ${cell.row}`;
    });
    expect(new Set(seen).size).toBe(size * size);
  });

  test.each(ORIENTATIONS)('from %s, row and column labels form each square’s name', (side) => {
    const geometry = boardGeometry(size, side);
    for (const square of squares(size)) {
      const { column, row } = geometry.cellOf(square);
      const names = [geometry.labels.columns[column] ?? '', geometry.labels.rows[row] ?? ''];
      expect(names.toSorted().reverse().join('')).toBe(squareName(size, square));
    }
  });

  test.each(SIDES)('has %s at the bottom, its low corner at the lower left and its goal at the upper right', (side) => {
    const geometry = boardGeometry(size, side);
    expect(geometry.edgeOf(side)).toBe('down');
    expect(geometry.heightmap[size - 1]?.[0]).toBe(1);
    expect(geometry.squareAt({ column: size - 1, row: 0 })).toBe(goalSquare(size, side));
  });
});

test.each([
  ['south', ['down', 'left', 'up', 'right']],
  ['flipped south', ['down', 'right', 'up', 'left']],
  ['north', ['up', 'right', 'down', 'left']],
  ['east', ['right', 'up', 'left', 'down']],
  ['flipped east', ['left', 'up', 'right', 'down']],
  ['west', ['left', 'down', 'right', 'up']],
] as const)('from %s, South, West, North and East sit %s', (orientation, edges) => {
  expect(SIDES.map((side) => boardGeometry(8, orientation).edgeOf(side))).toEqual(edges);
});

test.each([
  ['south', 'a1'],
  ['west', 'a1'],
  ['north', 'h8'],
  ['east', 'h8'],
] as const)('%s has the low corner %s at the lower left', (side, corner) => {
  expect(boardGeometry(8, side).squareAt({ column: 0, row: 7 })).toBe(parseSquare(8, corner));
});

test('a cell off the board has no square', () => {
  expect(boardGeometry(8, 'south').squareAt({ column: 8, row: 0 })).toBeUndefined();
  expect(boardGeometry(8, 'south').squareAt({ column: 0, row: -1 })).toBeUndefined();
});

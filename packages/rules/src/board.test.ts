import { expect, test } from 'vitest';
import {
  type BoardSize,
  fileOf,
  goalSquare,
  level,
  parseSquare,
  rankOf,
  squareAt,
  squareName,
  squares,
  terraceOf,
  terraces,
} from './board.ts';
import { at } from './testing/boards.ts';

const rows = (size: BoardSize): readonly string[] =>
  Array.from({ length: size }, (_, index) =>
    squares(size)
      .filter((square) => rankOf(size, square) === size - 1 - index)
      .map((square) => level(size, square))
      .join(' '),
  );

test('R1: files are letters, ranks are numbers, and a1 is the left corner of South', () => {
  expect(
    squares(8)
      .map((square) => squareName(8, square))
      .slice(0, 9),
  ).toEqual('a1 b1 c1 d1 e1 f1 g1 h1 a2'.split(' '));
  expect(parseSquare(8, 'h8')).toBe(63);
  expect(parseSquare(6, 'f6')).toBe(35);
});

test('R1: the small board has no g and no seventh rank', () => {
  expect(parseSquare(6, 'g1')).toBeUndefined();
  expect(parseSquare(6, 'a7')).toBeUndefined();
  expect(squareAt(6, 6, 0)).toBeUndefined();
});

test('R2: levels rise from the low corners to the high ones', () => {
  expect(rows(8)).toEqual([
    '8 7 6 5 4 3 2 1',
    '7 7 6 5 4 3 2 2',
    '6 6 6 5 4 3 3 3',
    '5 5 5 5 4 4 4 4',
    '4 4 4 4 5 5 5 5',
    '3 3 3 4 5 6 6 6',
    '2 2 3 4 5 6 7 7',
    '1 2 3 4 5 6 7 8',
  ]);
});

test('R2: the small board rises the same way to 6', () => {
  expect(rows(6)).toEqual(['6 5 4 3 2 1', '5 5 4 3 2 2', '4 4 4 3 3 3', '3 3 3 4 4 4', '2 2 3 4 5 5', '1 2 3 4 5 6']);
});

test.each([6, 8] as const)('R3: a board of size %i has twice as many terraces, each a path one square wide', (size) => {
  const paths = terraces(size);
  expect(paths).toHaveLength(2 * size);
  expect(paths.flat().toSorted((a, b) => a - b)).toEqual(squares(size));
  for (const path of paths) {
    expect(new Set(path.map((square) => level(size, square))).size).toBe(1);
    path.slice(1).forEach((square, index) => {
      const before = path[index] ?? square;
      const apart =
        Math.abs(fileOf(size, square) - fileOf(size, before)) + Math.abs(rankOf(size, square) - rankOf(size, before));
      expect(apart).toBe(1);
    });
  }
});

test.each([6, 8] as const)('R3: the two terraces of a level are not orthogonally adjacent (size %i)', (size) => {
  for (const one of squares(size)) {
    for (const [file, rank] of [
      [1, 0],
      [0, 1],
    ] as const) {
      const other = squareAt(size, fileOf(size, one) + file, rankOf(size, one) + rank);
      if (other === undefined || level(size, one) !== level(size, other)) continue;
      expect(terraceOf(size, one)).toBe(terraceOf(size, other));
    }
  }
});

test('R12: the goal is the lowest square across the board', () => {
  expect(goalSquare(8, 'south')).toBe(at('h8'));
  expect(goalSquare(8, 'west')).toBe(at('h8'));
  expect(goalSquare(8, 'north')).toBe(at('a1'));
  expect(goalSquare(8, 'east')).toBe(at('a1'));
  expect(goalSquare(6, 'south')).toBe(at('f6', 6));
});

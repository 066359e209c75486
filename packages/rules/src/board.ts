import type { Side } from './sides.ts';

/** Squares per edge: 8, or 6 on the small board (R1). */
export type BoardSize = 6 | 8;

declare const brand: unique symbol;

/** A square's number, rank * size + file, both from 0: a1 = 0, b1 = 1 (R1). It depends on the board's size. */
export type Square = number & { readonly [brand]: 'Square' };

const branded = (index: number): Square => index as Square;

/** The square at a 0-based file and rank; undefined off the board. */
export const squareAt = (size: BoardSize, file: number, rank: number): Square | undefined =>
  file >= 0 && file < size && rank >= 0 && rank < size ? branded(rank * size + file) : undefined;

/** Whether a number is a square of this board. */
export const onBoard = (size: BoardSize, index: number): index is Square =>
  Number.isInteger(index) && index >= 0 && index < size * size;

/** All squares in board order: a1, b1, ..., the last file of the last rank. */
export const squares = (size: BoardSize): readonly Square[] => boards[size].squares;

export const fileOf = (size: BoardSize, square: Square): number => square % size;
export const rankOf = (size: BoardSize, square: Square): number => Math.floor(square / size);

/** `a1`, `h8` (R1). */
export const squareName = (size: BoardSize, square: Square): string => boards[size].names[square] ?? '';

/** The square with a name such as `b4`; undefined if the board has no such square. */
export const parseSquare = (size: BoardSize, text: string): Square | undefined => boards[size].byName.get(text);

/** Height of a square, from 1 to the board's size (R2). */
export const level = (size: BoardSize, square: Square): number => levelAt(size, square);

/** Index of a square's terrace in `terraces` (R3). */
export const terraceOf = (size: BoardSize, square: Square): number => boards[size].terraceOf[square] ?? 0;

/** The 2 * size terraces as lists of squares in path order: neighbours in a list are neighbours on the board (R3). */
export const terraces = (size: BoardSize): readonly (readonly Square[])[] => boards[size].terraces;

/** The square where a side's T wins: the lowest one in the opposite corner (R12). */
export const goalSquare = (size: BoardSize, side: Side): Square =>
  branded(side === 'south' || side === 'west' ? size * size - 1 : 0);

function levelAt(size: number, index: number): number {
  const file = index % size;
  const rank = Math.floor(index / size);
  return Math.min(Math.max(file, rank), Math.max(size - 1 - file, size - 1 - rank)) + 1;
}

interface Board {
  readonly squares: readonly Square[];
  readonly names: readonly string[];
  readonly byName: ReadonlyMap<string, Square>;
  readonly terraces: readonly (readonly Square[])[];
  readonly terraceOf: readonly number[];
}

function describe(size: BoardSize): Board {
  const all = Array.from({ length: size * size }, (_, index) => branded(index));
  const names = all.map((square) => `${String.fromCharCode(97 + (square % size))}${Math.floor(square / size) + 1}`);
  const paths = findTerraces(size, all);
  return {
    squares: all,
    names,
    byName: new Map(all.map((square) => [names[square] ?? '', square])),
    terraces: paths,
    terraceOf: all.map((square) => paths.findIndex((path) => path.includes(square))),
  };
}

/** Walks each terrace from one end: a square with at most one neighbour on its level. */
function findTerraces(size: BoardSize, all: readonly Square[]): readonly (readonly Square[])[] {
  const beside = (square: Square): Square[] =>
    [
      [-1, 0],
      [0, 1],
      [1, 0],
      [0, -1],
    ]
      .map(([file = 0, rank = 0]) => squareAt(size, fileOf(size, square) + file, rankOf(size, square) + rank))
      .filter((next) => next !== undefined)
      .filter((next) => levelAt(size, next) === levelAt(size, square));
  const seen = new Set<Square>();
  const paths: Square[][] = [];
  for (const end of all) {
    if (seen.has(end) || beside(end).length > 1) continue;
    const path: Square[] = [];
    for (
      let next: Square | undefined = end;
      next !== undefined;
      next = beside(next).find((square) => !seen.has(square))
    ) {
      seen.add(next);
      path.push(next);
    }
    paths.push(path);
  }
  return paths;
}

const boards: Readonly<Record<BoardSize, Board>> = { 6: describe(6), 8: describe(8) };

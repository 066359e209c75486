import { type BoardSize, level, SIDES, type Side, type Square, squares } from '@terrace/rules';
import { type Edge, type Heightmap, SQUARE } from './heightmap.ts';
import { bottomSide, isMirrored, type Orientation } from './orientation.ts';

/** A cell on the screen: column 0 at the left, row 0 at the top. */
export type Cell = { readonly column: number; readonly row: number };
export type Point = { readonly x: number; readonly y: number };

export type BoardGeometry = {
  readonly size: BoardSize;
  readonly bottom: Side;
  readonly heightmap: Heightmap;
  cellOf(square: Square): Cell;
  squareAt(cell: Cell): Square | undefined;
  centre(square: Square): Point;
  edgeOf(side: Side): Edge;
  readonly labels: { readonly rows: readonly string[]; readonly columns: readonly string[] };
};

/** Clockwise from the bottom, the order of turns (R11). */
const CLOCKWISE: readonly Edge[] = ['down', 'left', 'up', 'right'];
const COUNTER_CLOCKWISE: readonly Edge[] = ['down', 'right', 'up', 'left'];

type Turn = {
  cell(file: number, rank: number, last: number): [column: number, row: number];
  square(column: number, row: number, last: number): [file: number, rank: number];
};

const TURNS: Record<Side, Turn> = {
  south: { cell: (file, rank, last) => [file, last - rank], square: (column, row, last) => [column, last - row] },
  west: {
    cell: (file, rank, last) => [last - rank, last - file],
    square: (column, row, last) => [last - row, last - column],
  },
  north: { cell: (file, rank, last) => [last - file, rank], square: (column, row, last) => [last - column, row] },
  east: { cell: (file, rank) => [rank, file], square: (column, row) => [row, column] },
};

const views = new Map<string, BoardGeometry>();

/** Cached: equal arguments return the same object. */
export function boardGeometry(size: BoardSize, orientation: Orientation): BoardGeometry {
  const known = views.get(`${size} ${orientation}`);
  if (known !== undefined) return known;
  const geometry = createGeometry(size, bottomSide(orientation), isMirrored(orientation));
  views.set(`${size} ${orientation}`, geometry);
  return geometry;
}

function createGeometry(size: BoardSize, bottom: Side, mirrored: boolean): BoardGeometry {
  const last = size - 1;
  const turn = TURNS[bottom];
  const across = (column: number) => (mirrored ? last - column : column);
  const cellOf = (square: Square): Cell => {
    const [column, row] = turn.cell(square % size, Math.floor(square / size), last);
    return { column: across(column), row };
  };
  const heightmap: number[][] = Array.from({ length: size }, () => []);
  for (const square of squares(size)) {
    const { column, row } = cellOf(square);
    (heightmap[row] ?? [])[column] = level(size, square);
  }
  const place = SIDES.indexOf(bottom);
  const round = mirrored ? COUNTER_CLOCKWISE : CLOCKWISE;
  const { rows, columns } = namesBeside(size, bottom);
  return {
    size,
    bottom,
    heightmap,
    cellOf,
    squareAt: ({ column, row }) => {
      if (column < 0 || row < 0 || column > last || row > last) return undefined;
      const [file, rank] = turn.square(across(column), row, last);
      return squares(size)[rank * size + file];
    },
    centre: (square) => {
      const { column, row } = cellOf(square);
      return { x: (column + 0.5) * SQUARE, y: (row + 0.5) * SQUARE };
    },
    edgeOf: (side) => round[(SIDES.indexOf(side) - place + SIDES.length) % SIDES.length] ?? 'down',
    labels: { rows, columns: mirrored ? columns.toReversed() : columns },
  };
}

function namesBeside(size: BoardSize, bottom: Side): BoardGeometry['labels'] {
  const files = Array.from({ length: size }, (_, n) => String.fromCharCode('a'.charCodeAt(0) + n));
  const ranks = files.map((_, n) => String(n + 1));
  switch (bottom) {
    case 'south':
      return { rows: ranks.toReversed(), columns: files };
    case 'west':
      return { rows: files.toReversed(), columns: ranks.toReversed() };
    case 'north':
      return { rows: ranks, columns: files.toReversed() };
    case 'east':
      return { rows: files, columns: ranks };
  }
}

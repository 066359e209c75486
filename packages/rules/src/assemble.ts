import type { BoardSize, Square } from './board.ts';
import { gridOf } from './core/grid.ts';
import {
  BY_ARRIVAL,
  BY_LAST_IN,
  DECIDED,
  PLY,
  QUIET_PLIES,
  SIDES_IN,
  SIZE_HIGH,
  SIZE_LOW,
  T,
  TURN,
  WORD_COUNT,
} from './core/layout.ts';
import type { Piece } from './pieces.ts';
import { type Position, positionOf, type Rules } from './position.ts';
import { type Side, sideIndex, sideSet, sidesOf } from './sides.ts';

/** Parts of a position that are known to fit together. */
export interface Parts {
  readonly size: BoardSize;
  readonly rules: Rules;
  readonly seats: readonly Side[];
  readonly out: readonly Side[];
  readonly turn: Side;
  readonly placed: readonly { readonly square: Square; readonly piece: Piece }[];
  readonly quiet: number;
  readonly ply: number;
}

/** Builds the inside of a position from its parts. A T of a side in, on its goal, has arrived (R13). */
export function assemble(parts: Parts): Position {
  const seated = sideSet(parts.seats);
  const left = seated & ~sideSet(parts.out);
  const { cellOfSquare, goals } = gridOf(parts.size);
  const words = new Int32Array(WORD_COUNT);
  const mark = (set: number, cell: number): void => {
    const word = set + (cell >>> 5);
    words[word] = (words[word] ?? 0) | (1 << (cell & 31));
  };
  words[TURN] = sideIndex[parts.turn];
  words[SIDES_IN] = left;
  words[QUIET_PLIES] = parts.quiet;
  words[PLY] = parts.ply;
  if ((left & (left - 1)) === 0) words[DECIDED] = BY_LAST_IN + (31 - Math.clz32(left)) * 4;
  for (const { square, piece } of parts.placed) {
    const cell = cellOfSquare[square];
    if (cell === undefined) throw new RangeError(`square ${square} is not on a board of ${parts.size}`);
    const side = sideIndex[piece.side];
    mark(side * 2, cell);
    if ((piece.size - 1) & 1) mark(SIZE_LOW, cell);
    if ((piece.size - 1) & 2) mark(SIZE_HIGH, cell);
    if (!piece.t) continue;
    mark(T, cell);
    if (cell === goals[side] && (left >>> side) & 1) words[DECIDED] = BY_ARRIVAL + side * 4;
  }
  return positionOf({ ...parts, seats: sidesOf(seated) }, words);
}

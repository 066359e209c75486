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
import { createPosition, type Position } from './position.ts';
import type { Setup } from './setup.ts';
import { sideIndex, sideSet, sidesOf } from './sides.ts';

/** Builds the core of a position from a consistent setup. A T of a side in play on its goal has arrived (R13). */
export function assemble(setup: Setup): Position {
  const seated = sideSet(setup.seats);
  const left = seated & ~sideSet(setup.out);
  const { cellOfSquare, goals } = gridOf(setup.size);
  const words = new Int32Array(WORD_COUNT);
  const mark = (set: number, cell: number): void => {
    const word = set + (cell >>> 5);
    words[word] = (words[word] ?? 0) | (1 << (cell & 31));
  };
  words[TURN] = sideIndex[setup.turn];
  words[SIDES_IN] = left;
  words[QUIET_PLIES] = setup.quiet;
  words[PLY] = setup.ply;
  if ((left & (left - 1)) === 0) words[DECIDED] = BY_LAST_IN + (31 - Math.clz32(left)) * 4;
  for (const [square, piece] of setup.pieces) {
    const cell = cellOfSquare[square];
    if (cell === undefined) throw new RangeError(`square ${square} is not on a board of ${setup.size}`);
    const side = sideIndex[piece.side];
    mark(side * 2, cell);
    if ((piece.size - 1) & 1) mark(SIZE_LOW, cell);
    if ((piece.size - 1) & 2) mark(SIZE_HIGH, cell);
    if (!piece.t) continue;
    mark(T, cell);
    if (cell === goals[side] && (left >>> side) & 1) words[DECIDED] = BY_ARRIVAL + side * 4;
  }
  return createPosition({ ...setup, seats: sidesOf(seated) }, words);
}

import type { BoardSize, Square } from './board.ts';
import type { Piece } from './pieces.ts';
import { type Position, pieces, type Rules } from './position.ts';
import type { Side } from './sides.ts';

/** A position nobody has checked yet, as an editor or a reader of text has it; `checkPosition` makes it one to play from. */
export interface Setup {
  readonly size: BoardSize;
  readonly rules: Rules;
  /** Sides with a seat; possibly too few. */
  readonly seats: readonly Side[];
  readonly out: readonly Side[];
  readonly turn: Side;
  readonly pieces: ReadonlyMap<Square, Piece>;
  /** Plies since the last capture or elimination (R16). */
  readonly quiet: number;
  /** Number of the next move, from 1. */
  readonly ply: number;
}

/** The setup that shows a position, to be changed. */
export function setupOf(position: Position): Setup {
  const { size, rules, seats, out, turn, quiet, ply } = position;
  const placed = new Map(pieces(position).map(({ square, piece }) => [square, piece]));
  return { size, rules, seats, out, turn, quiet, ply, pieces: placed };
}

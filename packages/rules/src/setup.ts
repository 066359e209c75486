import type { BoardSize, Square } from './board.ts';
import type { Piece } from './pieces.ts';
import { type Position, pieces, type Rules } from './position.ts';
import type { Side } from './sides.ts';

/** An unchecked position, from an editor or parser; `checkPosition` turns it into a valid one. */
export interface Setup {
  readonly size: BoardSize;
  readonly rules: Rules;
  /** Sides with a seat; possibly too few. */
  readonly seats: readonly Side[];
  readonly out: readonly Side[];
  readonly turn: Side;
  readonly pieces: ReadonlyMap<Square, Piece>;
  readonly quiet: number;
  readonly ply: number;
}

/** The editable setup of a position. */
export function setupOf(position: Position): Setup {
  const { size, rules, seats, out, turn, quiet, ply } = position;
  const placed = new Map(pieces(position).map(({ square, piece }) => [square, piece]));
  return { size, rules, seats, out, turn, quiet, ply, pieces: placed };
}

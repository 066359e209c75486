import { type BoardSize, type Square, squareName } from './board.ts';
import type { Claim } from './check.ts';
import type { Piece } from './pieces.ts';
import { type Position, pieces, type Rules } from './position.ts';
import type { Side } from './sides.ts';

/** A board as it is being set up: every piece is one, but whether a game could stand so nobody has asked. */
export interface Sketch {
  readonly size: BoardSize;
  readonly rules: Rules;
  /** Sides with a seat, in turn order from South; possibly too few. */
  readonly seats: readonly Side[];
  readonly out: readonly Side[];
  readonly turn: Side;
  readonly pieces: ReadonlyMap<Square, Piece>;
  /** Plies since the last capture or elimination (R16). */
  readonly quiet: number;
  /** Number of the next move, from 1. */
  readonly ply: number;
}

/** A position to be set up differently. */
export function sketchOf(position: Position): Sketch {
  const { size, rules, seats, out, turn, quiet, ply } = position;
  return {
    size,
    rules,
    seats,
    out,
    turn,
    pieces: new Map(pieces(position).map(({ square, piece }) => [square, piece])),
    quiet,
    ply,
  };
}

/** What a sketch claims, to be checked. */
export const claimOf = ({ pieces: standing, ...rest }: Sketch): Claim => ({
  ...rest,
  pieces: [...standing].map(([square, piece]) => ({ square: squareName(rest.size, square), ...piece })),
});

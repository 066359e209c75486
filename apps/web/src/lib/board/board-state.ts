import type { MoveKind, Piece, Side, Square } from '@terrace/rules';

export type PlacedPiece = { readonly square: Square; readonly piece: Piece };

/** A move as the board marks it; the rules decided what kind it is. */
export type Target = {
  readonly from: Square;
  readonly to: Square;
  readonly kind: MoveKind;
  /** Not legal as the board stands: it may be queued in case it becomes so, and its sign is faint. */
  readonly open?: boolean;
};

/** The last move, for its signs and its travel. `number` tells one move from the next: its ply. */
export type MoveTrace = {
  readonly number: number;
  readonly from: Square;
  readonly to: Square;
  /** Squares walked, both ends included. */
  readonly way: readonly Square[];
  readonly kind: MoveKind;
};

/** A square some sides' Ts head for. */
export type Goal = { readonly square: Square; readonly sides: readonly Side[] };

/** "Terrace" on the board: the Ts in danger, who can take them, and whether the one to move cannot be saved (R18, R19). */
export type Call = {
  readonly squares: readonly Square[];
  readonly attacks: readonly { readonly from: Square; readonly to: Square }[];
  readonly mate: boolean;
};

/** The fewest moves that bring a side's T to its goal if nothing else moves; squares walked, both ends included. */
export type GoalPath = { readonly side: Side; readonly steps: readonly (readonly Square[])[] };

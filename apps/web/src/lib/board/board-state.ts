import type { Preferences } from '@terrace/protocol';
import type { MoveKind, Piece, Position, Side, Square } from '@terrace/rules';
import type { Orientation } from './orientation.ts';
import type { Selection } from './selection.svelte.ts';

/** Everything a board shows, as one object for both the 2D and the 3D drawing. */
export type BoardState = {
  readonly position: Position;
  readonly orientation: Orientation;
  readonly selection: Selection;
  /** Empty on a read-only board. */
  readonly targets: readonly Target[];
  readonly lastMove?: MoveTrace | undefined;
  readonly queued?: MoveTrace | undefined;
  readonly refused?: Square | undefined;
  readonly call?: Call | undefined;
  readonly pointed?: Square | undefined;
  /** Highlighted moves, the most important one last. */
  readonly arrows?: readonly Arrow[] | undefined;
  readonly end?: EndSigns | undefined;
};

/** Outside coordinates are drawn beyond the board's box; the style `--coordinates: none` hides them. */
export type BoardOptions = Pick<
  Preferences,
  'coordinates' | 'numerals' | 'crownRings' | 'sizeLetters' | 'targets' | 'lastMove' | 'way' | 'animation' | 'input'
>;

export type BoardProps = {
  board: BoardState;
  options: BoardOptions;
  label: string;
  seq: number | undefined;
  onhover: ((square: Square | undefined) => void) | undefined;
};

export type PlacedPiece = { readonly square: Square; readonly piece: Piece };

export type Target = {
  readonly from: Square;
  readonly to: Square;
  readonly kind: MoveKind;
  readonly own?: boolean;
  /** Not legal in the current position: a possible premove, with a faint marker. */
  readonly open?: boolean;
};

/** A move with its path, for markers and animation. `number` is its ply. */
export type MoveTrace = {
  readonly number: number;
  readonly from: Square;
  readonly to: Square;
  readonly path: readonly Square[];
  readonly kind: MoveKind;
};

/** The best move, another good one, the one played instead, or what an opponent would play on their turn. */
export type Arrow = {
  readonly from: Square;
  readonly to: Square;
  readonly path: readonly Square[];
  readonly kind: 'best' | 'other' | 'made' | 'threat';
};

export type EndSigns = {
  readonly square: Square | undefined;
  readonly goal: Square | undefined;
  readonly winner: Side;
  readonly losers: readonly Side[];
  /** The game has just ended: animate once. */
  readonly fresh: boolean;
};

/** A goal square and the sides whose Ts must reach it (R12). */
export type Goal = { readonly square: Square; readonly sides: readonly Side[] };

/** The call "Terrace": the Ts in danger, their attackers, and whether it is Terrace-mate (R18, R19). */
export type Call = {
  readonly squares: readonly Square[];
  readonly attacks: readonly { readonly from: Square; readonly to: Square }[];
  readonly mate: boolean;
};

/** The fewest moves to a T's goal if nothing else moves; each move lists its squares, ends included. */
export type GoalPath = { readonly side: Side; readonly moves: readonly (readonly Square[])[] };

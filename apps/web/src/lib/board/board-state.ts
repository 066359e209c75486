import type { Preferences } from '@terrace/protocol';
import type { MoveKind, Piece, Position, Side, Square } from '@terrace/rules';
import type { Orientation } from './orientation.ts';
import type { Selection } from './selection.svelte.ts';

/** What a board shows. Pages hand it over as one object; both drawings, 2D and 3D, read from it what they draw. */
export type BoardState = {
  readonly position: Position;
  readonly orientation: Orientation;
  readonly selection: Selection;
  /** Every move that may be chosen now; none when the board is only looked at. */
  readonly targets: readonly Target[];
  readonly lastMove?: MoveTrace | undefined;
  /** The move that is made when its turn comes. */
  readonly queued?: MoveTrace | undefined;
  /** Where a refused move would have gone, while that is marked. */
  readonly refused?: Square | undefined;
  readonly call?: Call | undefined;
  /** A square that a sentence beside the board speaks of. */
  readonly pointed?: Square | undefined;
  /** Moves that are pointed out, the most important one last. */
  readonly arrows?: readonly Arrow[] | undefined;
  /** How the game was won, on its last board. */
  readonly end?: EndSigns | undefined;
};

/**
 * The preferences that change how a board looks or is played on. Coordinates outside are drawn beyond the board's own
 * box; the style `--coordinates: none` hides them.
 */
export type BoardOptions = Pick<
  Preferences,
  'coordinates' | 'numerals' | 'crownRings' | 'sizeLetters' | 'targets' | 'lastMove' | 'way' | 'animation' | 'input'
>;

/** What the 2D and the 3D board are given. */
export type BoardProps = {
  board: BoardState;
  options: BoardOptions;
  /** Names the board for screen readers. */
  label: string;
  seq: number | undefined;
  /** Called with the square the pointer or the keyboard's cursor is on. */
  onhover: ((square: Square | undefined) => void) | undefined;
};

export type PlacedPiece = { readonly square: Square; readonly piece: Piece };

/** A move that may be chosen; the rules decide its kind. */
export type Target = {
  readonly from: Square;
  readonly to: Square;
  readonly kind: MoveKind;
  /** Takes a piece of the mover's own. */
  readonly own?: boolean;
  /** Not legal as the board stands: it may be queued in case it becomes so, and its marker is faint. */
  readonly open?: boolean;
};

/** A move with its path, for its markers and its animation. `number` tells one move from the next: its ply. */
export type MoveTrace = {
  readonly number: number;
  readonly from: Square;
  readonly to: Square;
  /** Squares passed, both ends included. */
  readonly path: readonly Square[];
  readonly kind: MoveKind;
};

/**
 * A move that is pointed out: the best one, another good one, the one that was made instead, or what an opponent would do
 * if it were their turn. Each kind is drawn as a line of its own.
 */
export type Arrow = {
  readonly from: Square;
  readonly to: Square;
  /** Squares passed, both ends included. */
  readonly path: readonly Square[];
  readonly kind: 'best' | 'other' | 'made' | 'threat';
};

/** What the end of a game leaves on its last board. */
export type EndSigns = {
  /** Of the piece that won it. */
  readonly square: Square | undefined;
  /** The goal that a T reached. */
  readonly goal: Square | undefined;
  readonly winner: Side;
  readonly losers: readonly Side[];
  /** It happened just now: it is lit, once. */
  readonly fresh: boolean;
};

/** A goal square and the sides whose Ts have to reach it (R12). */
export type Goal = { readonly square: Square; readonly sides: readonly Side[] };

/** "Terrace" on the board: the Ts in danger, who attacks them, and whether it is Terrace-mate (R18, R19). */
export type Call = {
  readonly squares: readonly Square[];
  readonly attacks: readonly { readonly from: Square; readonly to: Square }[];
  readonly mate: boolean;
};

/** The fewest moves that bring a side's T to its goal if nothing else moves; squares passed, both ends included. */
export type GoalPath = { readonly side: Side; readonly moves: readonly (readonly Square[])[] };

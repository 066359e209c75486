import type { Position, Square } from '@terrace/rules';
import type { Call, Goal, GoalPath, MoveTrace, Target } from './board-state.ts';
import type { Orientation } from './orientation.ts';
import type { Selection } from './selection.svelte.ts';

/** Names of files and ranks: on the squares at the edge, beside the board, or nowhere. */
export type Coordinates = 'inside' | 'outside' | 'off';

/** What every drawing of a board is given, in 2D or 3D. It knows no network, and of the rules only what it is handed. */
export type BoardProps = {
  position: Position;
  bottom: Orientation;
  label: string;
  chooser: Selection;
  /** Every move that may be made now; none when the board is only looked at. */
  targets: readonly Target[];
  goals?: readonly Goal[];
  last?: MoveTrace | undefined;
  /** The move that is made when the turn comes. */
  queued?: MoveTrace | undefined;
  refused?: Square | undefined;
  called?: Call | undefined;
  /** Each T's shortest way to its goal, where they are wished for. */
  ways?: readonly GoalPath[];
  /** Those outside are drawn beyond the board's own box; `--coordinates: none` hides them. */
  coordinates?: Coordinates;
  /** Each square's level as a number. */
  numerals?: boolean;
  /** Each piece's size as a letter on its crown. */
  letters?: boolean;
  /** Whether the last move is marked; it travels either way. */
  traced?: boolean;
  /** Whether pieces travel to where they go. */
  animated?: boolean;
  /** Whether the squares a selected piece may go to are marked. */
  hints?: boolean;
  /** How pieces are moved by hand. */
  input?: 'both' | 'click' | 'drag';
  seq?: number;
  /** The square the pointer or the keyboard's cursor is on. */
  onattend?: (square: Square | undefined) => void;
};

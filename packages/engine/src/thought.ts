import type { Move } from '@terrace/rules';

/** A score is 30,000 less the plies to the end of a game won, the negative of that for one lost, 0 for a draw. */
export const WIN = 30_000;

/** Scores beyond this are wins, or losses, that are proved. */
export const PROVED = 29_000;

/** A line of play with its score for the side to move, in hundredths of the smallest piece. */
export type Line = { readonly score: number; readonly moves: readonly Move[] };

/** What a search found so far, best line first. No lines: the game is over. */
export type Thought = {
  readonly lines: readonly Line[];
  /** Plies searched in full, quiescence and extensions apart. */
  readonly depth: number;
  readonly nodes: number;
  readonly timeMs: number;
};

/** When a search stops, by whichever comes first. Without a time limit the answer depends on the game alone. */
export type Limits = {
  readonly depth?: number;
  readonly nodes?: number;
  readonly timeMs?: number;
  /** Best lines to find, 1 if not said. */
  readonly lines?: number;
};

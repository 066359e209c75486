import type { Move } from '@terrace/rules';

/** Score of a win, minus the plies until it; negative for a loss. A draw is 0. */
export const WIN = 30_000;

/** Larger scores are proved wins, and smaller than the negative are proved losses. */
export const PROVED = 29_000;

/** A line of play; its score is for the side to move, in hundredths of the smallest piece. */
export type Line = { readonly score: number; readonly moves: readonly Move[] };

/** The results of a search, best line first. No lines after the end of the game. */
export type Thought = {
  readonly lines: readonly Line[];
  /** Plies of the full-width search, without quiescence and extensions. */
  readonly depth: number;
  readonly nodes: number;
  readonly timeMs: number;
};

/** Limits of a search; the first one reached ends it. Without a time limit the answer depends only on the game. */
export type Limits = {
  readonly depth?: number;
  readonly nodes?: number;
  readonly timeMs?: number;
  /** The share of the time after which a search for one line ends if its best move is settled. */
  readonly easyShare?: number;
  readonly lines?: number;
};

import type { Line, SearchedGame } from '@terrace/engine';

/** What a thread of the engine is asked: what a computer of a strength would play, or what the position is worth. */
export type EngineTask =
  | { readonly kind: 'choose'; readonly game: SearchedGame; readonly strength: number; readonly seed: number }
  | { readonly kind: 'search'; readonly game: SearchedGame; readonly nodes: number };

/** A task with the time it may take from its start on, in ms. */
export type EngineJob = { readonly task: EngineTask; readonly timeMs: number };

/** The best line, its score for the side to move; none when the game is over. */
export type EngineAnswer = { readonly line: Line | null };

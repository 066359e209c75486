import type { Judgement, Line, SearchedGame } from '@terrace/engine';

/**
 * What a thread of the engine is asked: what a computer of a strength would play, what the position is worth, or what each
 * side can expect of it.
 */
export type EngineTask =
  | { readonly kind: 'choose'; readonly game: SearchedGame; readonly strength: number; readonly seed: number }
  | { readonly kind: 'search' | 'judge'; readonly game: SearchedGame; readonly nodes: number };

/** A task with the time it may take from its start on, in ms. */
export type EngineJob = { readonly task: EngineTask; readonly timeMs: number };

/** What a thread begins with. `niceness` is how far its searches step back for others: 0 not at all, 19 for everything. */
export type EngineThreadData = { readonly module: WebAssembly.Module; readonly niceness: number };

/** The best line, its score for the side to move; none when the game is over. A judgement only where one was asked for. */
export type EngineAnswer = { readonly line: Line | null; readonly judgement?: Judgement };

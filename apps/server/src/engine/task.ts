import type { Judgement, Line, SearchedGame } from '@terrace/engine';

/** A task for an engine thread: choose a move at a strength, search for the best line, or judge each side's chances. */
export type EngineTask =
  | { readonly kind: 'choose'; readonly game: SearchedGame; readonly strength: number; readonly seed: number }
  | { readonly kind: 'search' | 'judge'; readonly game: SearchedGame; readonly nodes: number };

export type EngineJob = { readonly task: EngineTask; readonly timeMs: number };

/** `niceness` lowers the priority of searches, from 0 to 19. */
export type EngineThreadData = { readonly module: WebAssembly.Module; readonly niceness: number };

/** The line's score is for the side to move. It is null when the game is over. Only `judge` gets a judgement. */
export type EngineAnswer = { readonly line: Line | null; readonly judgement?: Judgement };

import type { Judgement, Limits, SearchedGame, Thought } from '@terrace/engine';
import type { Strength } from '@terrace/protocol';
import type { Move } from '@terrace/rules';

/** Results of a search so far: its lines, best first, and a judgement for each. */
export type Analysed = { readonly thought: Thought; readonly judgements: readonly Judgement[] };

export type EngineRequest = { readonly game: SearchedGame } & (
  | { readonly kind: 'analyse'; readonly limits: Limits }
  | { readonly kind: 'choose'; readonly strength: Strength; readonly seed: number; readonly timeMs: number }
  | { readonly kind: 'score'; readonly nodes: number }
);

export type EngineReply =
  | { readonly kind: 'analysed'; readonly analysed: Analysed }
  /** `move` is undefined when the game is over. */
  | { readonly kind: 'chosen'; readonly move: Move | undefined }
  | { readonly kind: 'scored'; readonly score: number };

export type ToEngine = { readonly id: number; readonly core: WebAssembly.Module; readonly request: EngineRequest };

export type FromEngine = { readonly id: number } & (
  | { readonly progress: Analysed }
  | { readonly reply: EngineReply }
  | { readonly error: string }
);

import type { ChoiceOptions, Judgement, Limits, SearchedGame, Thought } from '@terrace/engine';
import type { Move } from '@terrace/rules';

/** What the engine is asked; it does one thing at a time. */
export type Task =
  | { readonly kind: 'analyse'; readonly game: SearchedGame; readonly limits: Limits }
  | {
      readonly kind: 'choose';
      readonly game: SearchedGame;
      readonly strength: number;
      readonly options: ChoiceOptions;
    };

/** What a search found so far: its lines, best first, and what each says of the position. */
export type Analysed = { readonly thought: Thought; readonly judgements: readonly Judgement[] };

/** To the worker: first the compiled core, then tasks. */
export type ToWorker = { readonly module: WebAssembly.Module } | { readonly id: number; readonly task: Task };

/** From the worker, by the task's id. */
export type FromWorker =
  | { readonly id: number; readonly analysed: Analysed; readonly done: boolean }
  | { readonly id: number; readonly chosen: Move | null }
  | { readonly id: number; readonly fault: string };

import type { Judgement, Limits, SearchedGame, Thought } from '@terrace/engine';

/** What the engine is asked; it does one thing at a time. */
export type Task = { readonly game: SearchedGame; readonly limits: Limits };

/** What a search found so far: its lines, best first, and what each says of the position. */
export type Analysed = { readonly thought: Thought; readonly judgements: readonly Judgement[] };

/** To the worker: first the compiled core, then tasks. */
export type ToWorker = { readonly module: WebAssembly.Module } | { readonly id: number; readonly task: Task };

/** From the worker, by the task's id. */
export type FromWorker =
  | { readonly id: number; readonly analysed: Analysed; readonly done: boolean }
  | { readonly id: number; readonly fault: string };

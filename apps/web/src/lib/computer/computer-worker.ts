import type { SearchedGame } from '@terrace/engine';
import type { Strength } from '@terrace/protocol';
import type { Move } from '@terrace/rules';
import { coreModule } from '#lib/engine/core-module.ts';

/** What the worker is asked; it answers one question after the other. */
export type Question =
  | {
      readonly kind: 'choose';
      readonly game: SearchedGame;
      readonly strength: Strength;
      readonly seed: number;
      readonly timeMs: number;
    }
  | { readonly kind: 'judge'; readonly game: SearchedGame; readonly nodes: number };
export type Answer =
  | { readonly kind: 'chosen'; readonly move: Move | null }
  | { readonly kind: 'judged'; readonly score: number }
  | { readonly kind: 'failed'; readonly fault: string };
export type ToComputer = { readonly id: number; readonly core: WebAssembly.Module; readonly question: Question };
export type FromComputer = { readonly id: number; readonly answer: Answer };

/** Where the moves of computers come from. */
export type MoveSource = {
  /**
   * The move of a computer; undefined when the game is over or the signal is aborted before it is found.
   *
   * @param timeMs how long it may think
   */
  choose(
    game: SearchedGame,
    strength: Strength,
    options: { readonly seed: number; readonly timeMs: number },
    signal: AbortSignal,
  ): Promise<Move | undefined>;
  /** What the game is worth to the side to move, in hundredths of the smallest piece; undefined when aborted. */
  judge(game: SearchedGame, signal: AbortSignal): Promise<number | undefined>;
};

/** Nodes for a judgement: a moment on a phone. */
const JUDGED_NODES = 60_000;

/** The engine in a worker of this page, started when it is first asked. */
export class ComputerWorker implements MoveSource {
  #worker: Worker | undefined;
  #asked = 0;

  async choose(
    game: SearchedGame,
    strength: Strength,
    { seed, timeMs }: { readonly seed: number; readonly timeMs: number },
    signal: AbortSignal,
  ): Promise<Move | undefined> {
    const answer = await this.#ask({ kind: 'choose', game, strength, seed, timeMs }, signal);
    return answer?.kind === 'chosen' ? (answer.move ?? undefined) : undefined;
  }

  async judge(game: SearchedGame, signal: AbortSignal): Promise<number | undefined> {
    const answer = await this.#ask({ kind: 'judge', game, nodes: JUDGED_NODES }, signal);
    return answer?.kind === 'judged' ? answer.score : undefined;
  }

  /** Ends whatever is being searched. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  /**
   * Asks the worker; undefined when the signal is aborted before it answers, which ends the worker.
   *
   * @throws when the worker or the engine cannot be loaded
   */
  async #ask(question: Question, signal: AbortSignal): Promise<Answer | undefined> {
    const core = await coreModule();
    if (signal.aborted) return undefined;
    this.#worker ??= new Worker(new URL('./computer.worker.ts', import.meta.url), { type: 'module' });
    const worker = this.#worker;
    this.#asked += 1;
    const id = this.#asked;
    const { promise, resolve, reject } = Promise.withResolvers<Answer | undefined>();
    const hears = new AbortController();
    const fail = (fault: string) => {
      this.close();
      reject(new Error(fault));
    };
    const giveUp = () => {
      this.close();
      resolve(undefined);
    };
    const hear = ({ data }: MessageEvent<FromComputer>) => {
      if (data.id !== id) return;
      if (data.answer.kind === 'failed') fail(data.answer.fault);
      else resolve(data.answer);
    };
    signal.addEventListener('abort', giveUp, { signal: hears.signal });
    worker.addEventListener('message', hear, { signal: hears.signal });
    worker.addEventListener('error', (event) => fail(event.message), { signal: hears.signal });
    worker.postMessage({ id, core, question } satisfies ToComputer);
    return promise.finally(() => hears.abort());
  }
}

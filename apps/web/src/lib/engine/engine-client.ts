import type { ChoiceOptions, Limits, SearchedGame } from '@terrace/engine';
import type { Move } from '@terrace/rules';
import { coreModule } from './core-module.ts';
import type { Analysed, FromWorker, Task, ToWorker } from './engine-messages.ts';

/** Hears of an analysis while it goes on. */
export type AnalysisListener = {
  /** What was found so far; `done` with the last of it. */
  onfound(analysed: Analysed, done: boolean): void;
  /** The engine could not be loaded, or broke. */
  onfail(fault: Error): void;
};

/** The engine of a page, in a worker of its own. It does one thing at a time: what is asked ends what it was doing. */
export type EngineClient = {
  /** Analyses a game until its limits are reached. @returns what stops it */
  analyse(game: SearchedGame, limits: Limits, listener: AnalysisListener): () => void;
  /**
   * The move of a computer of a strength, 1 to 8; undefined once the game is over.
   *
   * @throws an AbortError when something else was asked, or the client was stopped
   */
  choose(game: SearchedGame, strength: number, options: ChoiceOptions): Promise<Move | undefined>;
  /** Ends what it is doing. */
  stop(): void;
  /** Ends it for good and gives its memory back. */
  close(): void;
};

type Running = {
  readonly id: number;
  readonly hear: (said: FromWorker) => void;
  readonly fail: (fault: Error) => void;
};

const stopped = () => new DOMException('the engine was asked something else', 'AbortError');

/** @returns a client whose worker starts with the first task */
export function createEngineClient(): EngineClient {
  let worker: Worker | undefined;
  let running: Running | undefined;
  let tasks = 0;

  /** A search hears nothing until it ends: to stop it, its worker has to go. */
  function stop(): void {
    if (running === undefined) return;
    const { fail } = running;
    close();
    fail(stopped());
  }

  function close(): void {
    running = undefined;
    worker?.terminate();
    worker = undefined;
  }

  async function begin(task: Task, handlers: Omit<Running, 'id'>): Promise<void> {
    stop();
    tasks += 1;
    const id = tasks;
    running = { id, ...handlers };
    try {
      const module = await coreModule();
      if (running?.id !== id) return;
      worker ??= start(module);
      post(worker, { id, task });
    } catch (fault) {
      failWith(id, fault instanceof Error ? fault : new Error(String(fault)));
    }
  }

  function start(module: WebAssembly.Module): Worker {
    const started = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.id !== running?.id) return;
      if ('fault' in data) failWith(data.id, new Error(data.fault));
      else hear(running, data);
    };
    started.onerror = (event) => {
      if (running !== undefined) failWith(running.id, new Error(event.message || 'the engine could not be started'));
    };
    post(started, { module });
    return started;
  }

  function hear(task: Running, said: FromWorker): void {
    if (!('done' in said) || said.done) running = undefined;
    task.hear(said);
  }

  function failWith(id: number, fault: Error): void {
    if (running?.id !== id) return;
    const { fail } = running;
    close();
    fail(fault);
  }

  return {
    analyse(game, limits, { onfound, onfail }) {
      let heard = true;
      void begin(
        { kind: 'analyse', game, limits },
        {
          hear: (said) => 'analysed' in said && heard && onfound(said.analysed, said.done),
          fail: (fault) => heard && fault.name !== 'AbortError' && onfail(fault),
        },
      );
      const id = tasks;
      return () => {
        heard = false;
        if (running?.id === id) stop();
      };
    },
    choose: (game, strength, options) =>
      new Promise((resolve, reject) => {
        void begin(
          { kind: 'choose', game, strength, options },
          { hear: (said) => 'chosen' in said && resolve(said.chosen ?? undefined), fail: reject },
        );
      }),
    stop,
    close() {
      stop();
      close();
    },
  };
}

const post = (worker: Worker, said: ToWorker) => worker.postMessage(said);

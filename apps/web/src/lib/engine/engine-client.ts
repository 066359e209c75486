import type { Limits, SearchedGame } from '@terrace/engine';
import { coreModule } from './core-module.ts';
import type { Analysed, FromWorker, Task, ToWorker } from './engine-messages.ts';

/** Hears of an analysis while it goes on. */
type AnalysisListener = {
  /** What was found so far; `done` with the last of it. */
  onfound(analysed: Analysed, done: boolean): void;
  /** The engine could not be loaded, or broke. */
  onfail(fault: Error): void;
};

/** The engine of a page, in a worker of its own. It does one thing at a time: what is asked ends what it was doing. */
export type EngineClient = {
  /** Analyses a game until its limits are reached. @returns what stops it */
  analyse(game: SearchedGame, limits: Limits, listener: AnalysisListener): () => void;
  /** Ends it for good and gives its memory back. */
  close(): void;
};

type Running = AnalysisListener & { readonly id: number };

/** @returns a client whose worker starts with the first task */
export function createEngineClient(): EngineClient {
  let worker: Worker | undefined;
  let running: Running | undefined;
  let tasks = 0;

  function close(): void {
    running = undefined;
    worker?.terminate();
    worker = undefined;
  }

  /** A search hears nothing until it ends: to stop it, its worker has to go. */
  function stop(id: number): void {
    if (running?.id === id) close();
  }

  async function begin(id: number, task: Task): Promise<void> {
    try {
      const module = await coreModule();
      if (running?.id !== id) return;
      worker ??= start(module);
      post(worker, { id, task });
    } catch (fault) {
      fail(id, fault instanceof Error ? fault : new Error(String(fault)));
    }
  }

  function start(module: WebAssembly.Module): Worker {
    const started = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
    started.onerror = (event) => {
      if (running !== undefined) fail(running.id, new Error(event.message || 'the engine could not be started'));
    };
    post(started, { module });
    return started;
  }

  function hear(said: FromWorker): void {
    if (said.id !== running?.id) return;
    if ('fault' in said) {
      fail(said.id, new Error(said.fault));
      return;
    }
    const { onfound } = running;
    if (said.done) running = undefined;
    onfound(said.analysed, said.done);
  }

  function fail(id: number, fault: Error): void {
    if (running?.id !== id) return;
    const { onfail } = running;
    close();
    onfail(fault);
  }

  return {
    analyse(game, limits, listener) {
      if (running !== undefined) close();
      tasks += 1;
      const id = tasks;
      running = { id, ...listener };
      void begin(id, { game, limits });
      return () => stop(id);
    },
    close,
  };
}

const post = (worker: Worker, said: ToWorker) => worker.postMessage(said);

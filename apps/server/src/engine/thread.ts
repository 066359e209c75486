import { Worker } from 'node:worker_threads';
import type { EngineAnswer, EngineJob, EngineThreadData } from './task.ts';

/** The start time of a thread. Replacing a thread is not worth it for a job that ends sooner. */
const START_MS = 300;

type Running = { readonly endsAt: number; readonly settle: (answer: EngineAnswer | Error) => void };

export type EngineThread = ReturnType<typeof startEngineThread>;

/** An engine thread that runs one job at a time and does not keep the process alive. */
export function startEngineThread(data: EngineThreadData, onEnd: () => void) {
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { workerData: data });
  worker.unref();
  let running: Running | undefined;

  function settle(answer: EngineAnswer | Error): void {
    const ended = running;
    running = undefined;
    ended?.settle(answer);
  }

  worker.on('message', (answer: EngineAnswer) => settle(answer));
  worker.on('error', (error) => settle(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => {
    settle(new Error('an engine thread exited'));
    onEnd();
  });

  return {
    get isBusy(): boolean {
      return running !== undefined;
    },

    /** @throws when the thread fails or is stopped */
    run(job: EngineJob): Promise<EngineAnswer> {
      return new Promise((resolve, reject) => {
        const settleJob = (answer: EngineAnswer | Error) => {
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
        };
        worker.postMessage(job); // first, because it throws if the job cannot be cloned, and then the thread stays free
        running = { endsAt: performance.now() + job.timeMs, settle: settleJob };
      });
    },

    /** Abandons the running job. A search that would take long ends with its thread. */
    abandon(): void {
      if (running !== undefined && running.endsAt - performance.now() > START_MS) void worker.terminate();
    },

    stop: (): Promise<number> => worker.terminate(),
  };
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { EngineAnswer, EngineTask } from './task.ts';
import { type EngineThread, startEngineThread } from './thread.ts';

/** The shortest search with a long queue, unless the request allows less. */
const MIN_SEARCH_MS = 20;

export type EngineRequest = {
  readonly task: EngineTask;
  readonly withinMs: number;
  readonly signal: AbortSignal;
};

type QueuedRequest = EngineRequest & {
  readonly dueAt: number; // By `performance.now()`.
  readonly resolve: (answer: EngineAnswer) => void;
  readonly reject: (error: unknown) => void;
};

export type EngineThreads = ReturnType<typeof createEngineThreads>;

type Options = {
  readonly size: number;
  readonly niceness: number;
  readonly compile?: () => Promise<WebAssembly.Module>;
};

/** Up to `size` engine threads. The request due first runs first, and a longer queue shortens each search. */
export function createEngineThreads({ size, niceness, compile = compileCore }: Options) {
  const threads = new Set<EngineThread>();
  const queue: QueuedRequest[] = [];
  let compiled: Promise<WebAssembly.Module> | undefined;
  let closed = false;

  /** The compiled engine. Failures are not cached. */
  const compileOnce = (): Promise<WebAssembly.Module> => {
    compiled ??= compile().catch((error: unknown) => {
      compiled = undefined;
      throw error;
    });
    return compiled;
  };

  function assignQueued(module: WebAssembly.Module): void {
    while (queue.length > 0 && !closed) {
      const thread = freeThread(module);
      const next = thread && takeNext();
      if (thread === undefined || next === undefined) return;
      serve(thread, next);
    }
  }

  /** Starts queued jobs on free threads. If no thread can start, the queued jobs fail with the reason. */
  function startQueued(): void {
    if (closed || queue.length === 0) return;
    compileOnce()
      .then(assignQueued)
      .catch((error: unknown) => {
        for (const { reject } of queue.splice(0)) reject(error);
      });
  }

  function freeThread(module: WebAssembly.Module): EngineThread | undefined {
    for (const thread of threads) if (!thread.isBusy) return thread;
    if (threads.size >= size) return undefined;
    const thread = startEngineThread({ module, niceness }, () => {
      threads.delete(thread);
      startQueued();
    });
    threads.add(thread);
    return thread;
  }

  function takeNext(): QueuedRequest | undefined {
    const first = queue.reduce<QueuedRequest | undefined>(
      (soonest, each) => (soonest === undefined || each.dueAt < soonest.dueAt ? each : soonest),
      undefined,
    );
    if (first !== undefined) queue.splice(queue.indexOf(first), 1);
    return first;
  }

  function serve(thread: EngineThread, waited: QueuedRequest): void {
    const { task, dueAt, withinMs, signal, resolve, reject } = waited;
    const share = (dueAt - performance.now()) / (1 + queue.length / size);
    const abandon = () => {
      reject(signal.reason);
      thread.abandon();
    };
    signal.addEventListener('abort', abandon, { once: true });
    const timeMs = Math.max(share, Math.min(withinMs, MIN_SEARCH_MS));
    thread
      .run({ task, timeMs })
      .then(resolve, reject)
      .finally(() => {
        signal.removeEventListener('abort', abandon);
        startQueued();
      });
  }

  return {
    /** Runs a task. @throws the signal's reason, or the error of the thread */
    run: (request: EngineRequest): Promise<EngineAnswer> =>
      new Promise((resolve, reject) => {
        const { signal, withinMs } = request;
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const job = { ...request, dueAt: performance.now() + withinMs, resolve, reject };
        const leave = () => {
          const place = queue.indexOf(job);
          if (place < 0) return;
          queue.splice(place, 1);
          reject(signal.reason);
        };
        signal.addEventListener('abort', leave, { once: true });
        queue.push(job);
        startQueued();
      }),

    async close(): Promise<void> {
      closed = true;
      for (const { reject } of queue.splice(0)) reject(new Error('the server is stopping'));
      await Promise.all([...threads].map((thread) => thread.stop()));
    },
  };
}

const compileCore = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve('@terrace/engine/core.wasm'))));

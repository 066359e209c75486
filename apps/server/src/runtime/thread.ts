import { Piscina } from 'piscina';

/** An idle thread ends after this time, with the memory of its libraries. */
const IDLE_MS = 60_000;

type Options = {
  readonly reportError: (error: unknown) => void;
  readonly resourceLimits?: { readonly maxOldGenerationSizeMb: number; readonly maxYoungGenerationSizeMb: number };
};

type RunOptions = { readonly name?: string; readonly signal?: AbortSignal };

export type Thread<Task, Result> = {
  /** Tasks run one after the other. @param name of the function; by default the module's default export */
  run(task: Task, options?: RunOptions): Promise<Result>;
  close(): Promise<void>;
};

/**
 * A thread that starts with its first task. One that fails outside a task, such as while it starts, is reported, and the
 * tasks that wait for it fail: Piscina itself would end this process and leave them waiting.
 */
export function createThread<Task, Result>(file: URL, { reportError, resourceLimits }: Options): Thread<Task, Result> {
  const pool = new Piscina<Task, Result>({
    filename: file.href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    ...(resourceLimits && { resourceLimits }),
  });
  let failure = new AbortController();
  pool.on('error', (error: unknown) => {
    reportError(error);
    failure.abort(error);
    failure = new AbortController();
  });

  return {
    async run(task, { name, signal } = {}) {
      const failed = failure.signal;
      try {
        const both = signal === undefined ? failed : AbortSignal.any([signal, failed]);
        return await pool.run(task, { signal: both, ...(name && { name }) });
      } catch (error) {
        failed.throwIfAborted();
        throw error;
      }
    },
    close: () => pool.destroy(),
  };
}

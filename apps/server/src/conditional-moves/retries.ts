import type { Cancel, Scheduler } from '../runtime/scheduler.ts';

type Retry = { readonly cancel: Cancel; readonly settled: PromiseWithResolvers<void> };

/** At most one retry per key after a pause. Until it has run, others can wait for it. */
export function createRetries<K>({ after }: Pick<Scheduler, 'after'>, pauseMs: number) {
  const retries = new Map<K, Retry>();

  function settle(key: K): void {
    const retry = retries.get(key);
    retries.delete(key);
    retry?.cancel();
    retry?.settled.resolve();
  }

  return {
    /** Runs the job after the pause, unless a retry of the key is waiting already. */
    plan(key: K, job: () => void): void {
      if (retries.has(key)) return;
      const run = (): void => {
        job();
        settle(key);
      };
      retries.set(key, { cancel: after(pauseMs, run), settled: Promise.withResolvers() });
    },
    /** Resolves when a waiting retry has started; undefined if none waits. */
    waiting: (key: K): Promise<void> | undefined => retries.get(key)?.settled.promise,
    close(): void {
      for (const key of [...retries.keys()]) settle(key);
    },
  };
}

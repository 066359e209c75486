export type Cancel = () => void;

/**
 * A clock and its timers. All time that players experience uses the application's `scheduler`. The `machine` scheduler
 * measures whether nodes, Redis and Postgres respond. Tests replace either with a virtual one. Node's own timers remain
 * for work outside the process, for engine threads, and for the limits of a start or stop.
 */
export type Scheduler = {
  /** In whole ms since 1970. */
  readonly now: () => number;
  /** A monotonic clock, in ms, for durations. */
  readonly elapsed: () => number;
  readonly after: (ms: number, run: () => void) => Cancel;
  readonly every: (ms: number, run: () => void) => Cancel;
};

/** Node's timers, which do not keep the process alive, with this clock. */
export const realScheduler = (now: () => number): Scheduler => ({
  now,
  elapsed: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
});

/** Resolves after `ms`. Rejects with the signal's reason as soon as the signal is aborted. */
export function pause({ after }: Pick<Scheduler, 'after'>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const abort = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = after(ms, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Cancels a timer. Does nothing after it has fired. */
export type Cancel = () => void;

/**
 * A clock and its timers. Everything that players experience as time uses the application's `scheduler`: clocks,
 * deadlines, grace periods, pairing, the pace of computers, sweeps and broadcast delays. The `machine` scheduler
 * measures whether nodes, Redis and Postgres respond. Tests replace either with a virtual one. Node's own timers remain
 * for work outside the process or that takes processor time: child processes, sockets, statements and locks of
 * Postgres, engine threads, rests between requests of an address block, and the limits of a start or stop.
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

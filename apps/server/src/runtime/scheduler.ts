/** Cancels a timer; does nothing once it has fired. */
export type Cancel = () => void;

/**
 * A clock and its timers. Everything that players experience as time follows the `scheduler` of the
 * application: clocks and deadlines, grace periods, pairing, the pace of computers, sweeps, and the delay of broadcasts. The
 * `machine` scheduler measures whether nodes, Redis and Postgres answer: heartbeats, and the shared state that depends on them.
 * Tests replace either with a virtual one.
 *
 * These stay on the timers of Node, since what they wait for happens outside of the process or takes processor time: child
 * processes, sockets, locks and statements of Postgres, engine threads, the rests between requests of one address block, and
 * the limits of a start or a stop.
 */
export type Scheduler = {
  /** Ms since 1970, in whole ms. */
  readonly now: () => number;
  /** A monotonic clock, in ms, for durations. */
  readonly elapsed: () => number;
  readonly after: (ms: number, run: () => void) => Cancel;
  readonly every: (ms: number, run: () => void) => Cancel;
};

/** The timers of Node, which keep no process alive by themselves, with this clock. */
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

/** Resolves after this many ms. Rejects with the signal's reason as soon as the signal is aborted. */
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

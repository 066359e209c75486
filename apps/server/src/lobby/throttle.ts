import type { Cancel, Scheduler } from '../runtime/scheduler.ts';

const MIN_INTERVAL_MS = 250;

/** Runs at once after a quiet period, and then at least `MIN_INTERVAL_MS` apart. */
export function createThrottle(
  { elapsed, after }: Pick<Scheduler, 'elapsed' | 'after'>,
  run: () => void,
): { request(): void; close(): void } {
  let cancel: Cancel | undefined;
  let lastRunAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  return {
    request(): void {
      if (cancel !== undefined || closed) return;
      cancel = after(Math.max(0, lastRunAt + MIN_INTERVAL_MS - elapsed()), () => {
        cancel = undefined;
        lastRunAt = elapsed();
        run();
      });
    },
    close(): void {
      closed = true;
      cancel?.();
    },
  };
}

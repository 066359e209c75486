import type { Cancel, Scheduler } from '../runtime/scheduler.ts';

/** Runs at once after a quiet period, and then at least `intervalMs` apart. */
export function createThrottle(
  { elapsed, after }: Pick<Scheduler, 'elapsed' | 'after'>,
  run: () => void,
  intervalMs: number,
): { request(): void; close(): void } {
  let cancel: Cancel | undefined;
  let lastRunAt = Number.NEGATIVE_INFINITY;
  let closed = false;
  return {
    request(): void {
      if (cancel !== undefined || closed) return;
      cancel = after(Math.max(0, lastRunAt + intervalMs - elapsed()), () => {
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

/** Shortest time between two calls, in ms. */
const INTERVAL_MS = 250;

/** Calls `run` once for any number of requests: at once after a quiet time, and never twice within `INTERVAL_MS`. */
export function createThrottle(run: () => void): { request(): void; close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let lastRunAt = 0;
  let closed = false;
  return {
    request(): void {
      if (timer !== undefined || closed) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          lastRunAt = performance.now();
          run();
        },
        Math.max(0, lastRunAt + INTERVAL_MS - performance.now()),
      );
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}

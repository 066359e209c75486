/** Changes are told together, this far apart, in ms; the first after a quiet while at once. */
const EVERY = 250;

/** Calls `flush` soon after it was asked to, however often it was asked, and never twice within `EVERY`. */
export function createThrottle(flush: () => void): { soon(): void; close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let last = 0;
  let closed = false;
  return {
    soon(): void {
      if (timer !== undefined || closed) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          last = performance.now();
          flush();
        },
        Math.max(0, last + EVERY - performance.now()),
      );
    },
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}

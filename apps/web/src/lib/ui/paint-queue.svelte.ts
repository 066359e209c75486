import { flushSync, untrack } from 'svelte';

/** Jobs run after this time if no frame is painted, for example on a hidden page. */
const MAX_WAIT_MS = 100;

type Jobs = Set<() => void>;
let waiting: Jobs | undefined;
let running: Jobs | undefined;

/**
 * Runs a job after the next frame is painted; on the server and on a hidden page immediately. Jobs queued by effects of
 * a job run in the same pass, so nothing is more than one frame late.
 *
 * @returns cancels the job
 */
export function afterPaint(job: () => void): () => void {
  if (globalThis.document === undefined || document.hidden) {
    job();
    return () => {};
  }
  if (running === undefined) waiting ??= jobsOfNextFrame();
  const jobs = running ?? waiting;
  jobs?.add(job);
  return () => void jobs?.delete(job);
}

/** A value that follows `compute` after the next frame is painted. Must be called during component initialisation. */
export function deferredValue<T>(compute: () => T): { readonly current: T } {
  let current = $state.raw(untrack(compute));
  $effect(() => {
    const next = compute();
    return afterPaint(() => {
      current = next;
    });
  });
  return {
    get current() {
      return current;
    },
  };
}

function jobsOfNextFrame(): Jobs {
  const jobs: Jobs = new Set();
  const frame = requestAnimationFrame(() => {
    waiting = undefined; // jobs queued from now on wait for a later frame
    clearTimeout(timer);
    timer = setTimeout(() => run(jobs));
  });
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    waiting = undefined;
    run(jobs);
  }, MAX_WAIT_MS);
  return jobs;
}

function run(jobs: Jobs): void {
  running = jobs;
  for (const job of jobs) {
    jobs.delete(job);
    try {
      job();
      flushSync();
    } catch (error) {
      reportError(error);
    }
  }
  running = undefined;
}

import type { Refusal } from '@terrace/protocol';
import { onDestroy } from 'svelte';

const FIRST_RETRY_MS = 400;
const MAX_RETRY_MS = 5000;

/**
 * How long to wait before a request is made again; undefined when another try would be refused too.
 *
 * @param refusal why it failed; undefined when no answer came in time
 * @param attempt how many tries have failed before this one
 */
export function retryDelayMs(refusal: Refusal | undefined, attempt: number): number | undefined {
  if (refusal?.code === 'too-many-requests' || refusal?.code === 'busy') return refusal.retryMs;
  if (refusal !== undefined && refusal.code !== 'not-saved') return undefined;
  return Math.min(FIRST_RETRY_MS * 2 ** attempt, MAX_RETRY_MS);
}

/** Calls back after `ms`, unless the signal is aborted before; then no timer is left. @returns what cancels it */
export function later(ms: number, signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) return () => undefined;
  const timer = setTimeout(() => {
    signal.removeEventListener('abort', cancel);
    run();
  }, ms);
  const cancel = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  };
  signal.addEventListener('abort', cancel);
  return cancel;
}

/** A signal that is aborted when the component is destroyed. To be called while it is set up. */
export function componentSignal(): AbortSignal {
  const lifetime = new AbortController();
  onDestroy(() => lifetime.abort());
  return lifetime.signal;
}

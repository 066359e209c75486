import type { Refusal } from '@terrace/protocol';
import { onDestroy } from 'svelte';

const FIRST_RETRY_MS = 400;
const MAX_RETRY_MS = 5000;

/** Undefined when a retry is pointless. @param refusal undefined when no answer arrived in time */
export function retryDelayMs(refusal: Refusal | undefined, attempt: number): number | undefined {
  if (refusal?.code === 'too-many-requests' || refusal?.code === 'busy') return refusal.retryMs;
  if (refusal !== undefined && refusal.code !== 'not-saved') return undefined;
  return Math.min(FIRST_RETRY_MS * 2 ** attempt, MAX_RETRY_MS);
}

/** An abort also clears the timer. @returns a cancel function */
export function runAfter(ms: number, signal: AbortSignal, run: () => void): () => void {
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

/** A signal that is aborted when the component is destroyed; call it during component setup. */
export function componentSignal(): AbortSignal {
  const lifetime = new AbortController();
  onDestroy(() => lifetime.abort());
  return lifetime.signal;
}

import { runAfter } from './timing.ts';

/** A page open for this long is unlikely to load more right away. */
const QUIET_MS = 5000;

/** Makes the service worker download the offline pages once this page is idle. */
export function cacheWhenIdle(signal: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  const ask = () => void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('idle'));
  runAfter(QUIET_MS, signal, () => ('requestIdleCallback' in globalThis ? requestIdleCallback(ask) : ask()));
}

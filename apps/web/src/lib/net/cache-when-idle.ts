import { later } from './timing.ts';

/** A page that has been open for this long is unlikely to load more at once. */
const QUIET_MS = 5000;

/** Lets the service worker download what opens without a connection once this page is quiet. */
export function cacheWhenIdle(signal: AbortSignal): void {
  if (!('serviceWorker' in navigator)) return;
  const ask = () => void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage('idle'));
  later(QUIET_MS, signal, () => ('requestIdleCallback' in globalThis ? requestIdleCallback(ask) : ask()));
}

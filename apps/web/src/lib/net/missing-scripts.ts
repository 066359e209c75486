import { navigating } from '$app/state';

const failed = new WeakSet<object>();

/** Whether the error is that of a script which could not be loaded, for example because the server has another version. */
export const isMissingScript = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && failed.has(error);

addEventListener('vite:preloadError', ({ payload }) => failed.add(payload));

let hydrated = false;
addEventListener('hydrated', () => (hydrated = true));

/** Whether the first page is hydrated. Until then a script of app.html handles missing scripts. */
export const isHydrated = (): boolean => hydrated;

/**
 * Handles a page whose script is missing. If the visitor opens it and the server answers, the browser loads it as a
 * document, and the returned promise stays pending.
 */
export async function handleMissingScript(url: URL): Promise<undefined> {
  if (!hydrated) return pending();
  if (navigating.to?.url.href !== url.href || !(await isServed())) return undefined;
  if (location.href === url.href) location.reload();
  else location.assign(url);
  return pending();
}

const pending = (): Promise<undefined> => new Promise(() => undefined);

const ANSWER_MS = 5_000;

const isServed = async (): Promise<boolean> => {
  try {
    return (await fetch('/_app/version.json', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) })).ok;
  } catch {
    return false;
  }
};

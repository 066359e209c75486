/**
 * Holds a lock that one tab of the browser has at a time; when that tab closes, the next one gets it.
 *
 * @param onlock called when this tab has the lock
 * @returns releases the lock, or stops waiting for it
 */
export function withTabLock(what: string, onlock: () => void): () => void {
  if (navigator.locks === undefined) {
    onlock(); // missing outside secure contexts, where every tab counts as the one
    return () => undefined;
  }
  const leaving = new AbortController();
  const { signal } = leaving;
  const held = new Promise<void>((release) => signal.addEventListener('abort', () => release()));
  navigator.locks
    .request(what, { signal }, () => {
      onlock();
      return held;
    })
    .catch(() => undefined); // left before its turn came
  return () => leaving.abort();
}

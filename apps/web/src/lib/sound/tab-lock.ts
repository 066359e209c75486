/**
 * Acquires a lock that one tab has at a time; when that tab closes, the next one gets it.
 *
 * @param onlock called when this tab has acquired the lock
 * @returns releases the lock, or stops waiting for it
 */
export function withTabLock(what: string, onlock: () => void): () => void {
  if (navigator.locks === undefined) {
    onlock(); // the API is missing in insecure contexts, where every tab acts as the owner
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
    .catch(() => undefined); // released before it was acquired
  return () => leaving.abort();
}

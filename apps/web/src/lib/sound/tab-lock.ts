/** One tab has the lock at a time; the next one gets it when that tab closes. @returns releases it or stops waiting */
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

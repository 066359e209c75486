/**
 * Of several tabs that ask for the same thing, one has it; when that one goes, the next.
 *
 * @param mine is told when this tab has it
 * @returns gives it back, or asks no longer
 */
export function withTabLock(what: string, mine: () => void): () => void {
  if (navigator.locks === undefined) {
    mine(); // only where the site is not served safely
    return () => undefined;
  }
  const leaving = new AbortController();
  const { signal } = leaving;
  const held = new Promise<void>((release) => signal.addEventListener('abort', () => release()));
  navigator.locks
    .request(what, { signal }, () => {
      mine();
      return held;
    })
    .catch(() => undefined); // left before its turn came
  return () => leaving.abort();
}

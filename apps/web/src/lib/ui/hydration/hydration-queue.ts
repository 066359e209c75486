const waiting = new Set<() => void>();

/**
 * Hydrates a part in its own task after earlier ones, so the page can paint and handle input in between.
 *
 * @returns cancels it
 */
export function enqueueHydration(hydrate: () => void): () => void {
  waiting.add(hydrate);
  if (waiting.size === 1) setTimeout(next);
  return () => waiting.delete(hydrate);
}

function next(): void {
  const [hydrate] = waiting;
  if (hydrate === undefined) return;
  waiting.delete(hydrate);
  if (waiting.size > 0) setTimeout(next);
  hydrate();
}

const waiting = new Set<() => void>();

/** Runs this in a task of its own, after what came before: between two the page can paint and hear. @returns calls it off */
export function inTurn(run: () => void): () => void {
  waiting.add(run);
  if (waiting.size === 1) setTimeout(next);
  return () => waiting.delete(run);
}

function next(): void {
  const [run] = waiting;
  if (run === undefined) return;
  waiting.delete(run);
  if (waiting.size > 0) setTimeout(next);
  run();
}

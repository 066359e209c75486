/** Where no frame is drawn, as on a hidden page, it is not waited for longer than this. */
const LONGEST_MS = 100;

/**
 * Runs what the next frame need not wait for, once that is painted; at once where nobody looks.
 * @returns calls it off
 */
export function afterFrame(run: () => void): () => void {
  if (globalThis.document === undefined || document.hidden) {
    run();
    return () => {};
  }
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    run();
  }, LONGEST_MS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** What is there now, what was before it, and what was undone; the newest past last, the next future last. */
export type Timeline<T> = { readonly past: readonly T[]; readonly now: T; readonly future: readonly T[] };

/** Steps that can be undone; older ones are forgotten. */
const MOST = 500;

export const begin = <T>(now: T): Timeline<T> => ({ past: [], now, future: [] });

/** The same timeline if nothing changed; what was undone before cannot be done again after something else. */
export const advance = <T>({ past, now, future }: Timeline<T>, next: T): Timeline<T> =>
  next === now ? { past, now, future } : { past: [...past, now].slice(-MOST), now: next, future: [] };

export function undo<T>(line: Timeline<T>): Timeline<T> {
  const before = line.past.at(-1);
  return before === undefined
    ? line
    : { past: line.past.slice(0, -1), now: before, future: [...line.future, line.now] };
}

export function redo<T>(line: Timeline<T>): Timeline<T> {
  const next = line.future.at(-1);
  return next === undefined ? line : { past: [...line.past, line.now], now: next, future: line.future.slice(0, -1) };
}

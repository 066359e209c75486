/** The current state, the earlier states, oldest first, and the undone states, next one last. */
export type UndoHistory<T> = { readonly past: readonly T[]; readonly now: T; readonly future: readonly T[] };

/** Older changes are dropped. */
const MAX_UNDO_STEPS = 500;

export const createHistory = <T>(now: T): UndoHistory<T> => ({ past: [], now, future: [] });

/** Returns the same history if nothing changed; a change clears `future`. */
export const push = <T>({ past, now, future }: UndoHistory<T>, next: T): UndoHistory<T> =>
  next === now ? { past, now, future } : { past: [...past, now].slice(-MAX_UNDO_STEPS), now: next, future: [] };

export function undo<T>(line: UndoHistory<T>): UndoHistory<T> {
  const before = line.past.at(-1);
  return before === undefined
    ? line
    : { past: line.past.slice(0, -1), now: before, future: [...line.future, line.now] };
}

export function redo<T>(line: UndoHistory<T>): UndoHistory<T> {
  const next = line.future.at(-1);
  return next === undefined ? line : { past: [...line.past, line.now], now: next, future: line.future.slice(0, -1) };
}

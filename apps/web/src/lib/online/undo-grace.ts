/** How long a move can be undone before it is sent. */
const UNDO_MS = 10_000;
/** The part of the remaining time that a hold may take. */
const PART = 1 / 20;
/** With a shorter hold, no one could press the button. */
const LEAST_MS = 2000;

/** @param remainingMs on a running clock; null without one */
export function undoGraceMs(remainingMs: number | null): number {
  if (remainingMs === null) return UNDO_MS;
  const grace = Math.min(UNDO_MS, remainingMs * PART);
  return grace < LEAST_MS ? 0 : grace;
}

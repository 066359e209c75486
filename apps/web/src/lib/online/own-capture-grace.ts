/** How long an own capture made at once by hand is shown before it is sent. */
const GRACE_MS = 1000;
/** With less on the clock nothing is held back. */
const HURRY_MS = 3000;

/** @param remainingMs what the mover's clock has left; null without a clock */
export const ownCaptureGraceMs = (remainingMs: number | null): number =>
  remainingMs !== null && remainingMs < HURRY_MS ? 0 : GRACE_MS;

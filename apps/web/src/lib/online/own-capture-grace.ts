/** How long an unconfirmed own capture is shown before it is sent. */
const GRACE_MS = 1000;
/** With less time on the clock the move is sent at once. */
const HURRY_MS = 3000;

/** @param remainingMs null without a clock */
export const ownCaptureGraceMs = (remainingMs: number | null): number =>
  remainingMs !== null && remainingMs < HURRY_MS ? 0 : GRACE_MS;

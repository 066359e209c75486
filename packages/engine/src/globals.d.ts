/** The monotonic clock available in both browsers and Node. */
declare const performance: { now(): number };

/** The one clock that both browsers and Node have and that never goes back. */
declare const performance: { now(): number };

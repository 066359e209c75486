import { DAY_MS, MINUTE_MS, SECOND_MS, type Settings } from '@terrace/protocol';

// Frozen: logs written before their events carried these terms are folded with them. Never change a value here.

/** How long a seat is kept by a `reserved` event without `until`, in ms. */
const RESERVED_MS_WITHOUT_UNTIL = { clock: 10 * MINUTE_MS, slow: 7 * DAY_MS };

/** The lag account of a game whose `started` event has no `lag`, in ms. */
export const LAG_WITHOUT_FIELD = { maxMs: SECOND_MS, refillMs: 250 };

/** Until when a seat is kept by a `reserved` event of the instant `at` without `until`, in ms since 1970. */
export const reservedUntilWithoutField = ({ time }: Settings, at: number): number =>
  at + (time?.kind === 'clock' ? RESERVED_MS_WITHOUT_UNTIL.clock : RESERVED_MS_WITHOUT_UNTIL.slow);

import { DAY_MS, MINUTE_MS, SECOND_MS, type Settings } from '@terrace/protocol';

// Frozen: older logs without these terms in their events are folded with them. Never change a value here.

/** How long a `reserved` event without `until` reserves a seat. */
const RESERVED_MS_WITHOUT_UNTIL = { clock: 10 * MINUTE_MS, slow: 7 * DAY_MS };

/** The lag account of a game whose `started` event has no `lag`, in ms. */
export const LAG_WITHOUT_FIELD = { maxMs: SECOND_MS, refillMs: 250 };

/** When a reservation without `until` made at `at` expires, in ms since 1970. */
export const reservedUntilWithoutField = ({ time }: Settings, at: number): number =>
  at + (time?.kind === 'clock' ? RESERVED_MS_WITHOUT_UNTIL.clock : RESERVED_MS_WITHOUT_UNTIL.slow);

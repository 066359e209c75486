import { DAY_MS, type EventOf, MINUTE_MS, type Player, SECOND_MS, type Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

// The terms of new games may change: events carry them, and an import border keeps `fold` from reading this file.

/** How long an invited player's seat is reserved: shorter when the others wait at their screens. */
const RESERVED_MS = { clock: 10 * MINUTE_MS, slow: 7 * DAY_MS };

const LAG_ACCOUNT = { maxMs: SECOND_MS, refillMs: 250 };

export const reservedEvent = (settings: Settings, side: Side, player: Player, now: number): EventOf<'reserved'> => ({
  type: 'reserved',
  side,
  player,
  until: now + (settings.time?.kind === 'clock' ? RESERVED_MS.clock : RESERVED_MS.slow),
});

export const startedEvent = ({ time }: Settings): EventOf<'started'> => ({
  type: 'started',
  ...(time?.kind === 'clock' && { lag: LAG_ACCOUNT }),
});

import { DAY_MS, type EventOf, MINUTE_MS, type Player, SECOND_MS, type Settings } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

// The terms of games that begin now. They may change: events carry the terms that a game was played by, and an import border
// keeps `fold` from reading this file.

/** How long an invited player's seat is kept, in ms: shorter when the others wait at their screens. */
const RESERVED_MS = { clock: 10 * MINUTE_MS, slow: 7 * DAY_MS };

/** Refunds of network lag are limited by an account per side: what it holds at most, and what it gains with each own move, in ms. */
const LAG_ACCOUNT = { maxMs: SECOND_MS, refillMs: 250 };

/** The event that keeps a seat for a player. */
export const reserved = (settings: Settings, side: Side, player: Player, now: number): EventOf<'reserved'> => ({
  type: 'reserved',
  side,
  player,
  until: now + (settings.time?.kind === 'clock' ? RESERVED_MS.clock : RESERVED_MS.slow),
});

/** The event that begins play. */
export const started = ({ time }: Settings): EventOf<'started'> => ({
  type: 'started',
  ...(time?.kind === 'clock' && { lag: LAG_ACCOUNT }),
});

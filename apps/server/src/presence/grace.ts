import type { GameState } from '@terrace/game';
import { HOUR_MS, MINUTE_MS, type PlayerId, SECOND_MS } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';

/** Time span in which departures count, in ms. */
const COUNTED_MS = HOUR_MS;

/** A player with so many departures in that time gets a shorter grace. */
const MANY_DEPARTURES = 3;

/** How long a player may be away before the others may claim, in ms; half of it in a quick game. */
const GRACE_MS = { few: 90 * SECOND_MS, many: 30 * SECOND_MS };

/** The same in a game without a clock: no time runs, and a player by text commands has no connection at all. */
const GRACE_WITHOUT_CLOCK_MS = HOUR_MS;

/** A game is quick with an initial time of at most this, in ms. */
const MAX_QUICK_MS = 3 * MINUTE_MS;

/** Players and departures of each that are remembered at most. */
const MAX_PLAYERS = 10_000;
const MAX_DEPARTURES = 20;

export type Departures = ReturnType<typeof createDepartures>;

/** When players disconnected from live games, lately. */
export function createDepartures() {
  const departures = new LRUCache<PlayerId, readonly number[]>({ max: MAX_PLAYERS });
  const recent = (player: PlayerId, now: number) =>
    (departures.get(player) ?? []).filter((at) => at > now - COUNTED_MS);
  return {
    add(player: PlayerId, at: number): void {
      departures.set(player, [...recent(player, at), at].slice(-MAX_DEPARTURES));
    },
    count: (player: PlayerId, now: number): number => recent(player, now).length,
  };
}

/** The grace period of a player, in ms: how long they may be away before the others may claim. */
export function graceOf(departures: Departures, player: PlayerId, { settings }: GameState, now: number): number {
  if (settings.time === null) return GRACE_WITHOUT_CLOCK_MS;
  const grace = departures.count(player, now) >= MANY_DEPARTURES ? GRACE_MS.many : GRACE_MS.few;
  return settings.time.kind === 'clock' && settings.time.initialMs <= MAX_QUICK_MS ? grace / 2 : grace;
}

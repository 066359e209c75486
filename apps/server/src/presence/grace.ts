import type { GameState } from '@terrace/game';
import type { PlayerId } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';

/** How far back leavings count, in ms. */
const MEMORY = 3_600_000;

/** Who leaves this often within that time leaves often. */
const OFTEN = 3;

/** How long the others wait for a player who has gone, in ms: less for one who leaves often, less in a quick game. */
const GRACE = { rarely: 90_000, often: 30_000 };

/** Without a clock nobody is in a hurry, and who plays by text commands has no connection to lose. */
const GRACE_WITHOUT_CLOCK = 3_600_000;
const QUICK = 180_000;

export type Departures = ReturnType<typeof createDepartures>;

/** When players left live games lately. */
export function createDepartures() {
  const left = new LRUCache<PlayerId, readonly number[]>({ max: 10_000 });
  const since = (player: PlayerId, instant: number) => (left.get(player) ?? []).filter((at) => at > instant);
  return {
    note: (player: PlayerId, at: number): void => void left.set(player, [...since(player, at - MEMORY), at].slice(-20)),
    count: (player: PlayerId, now: number): number => since(player, now - MEMORY).length,
  };
}

/** How long this player's absence has to last before the others may claim. */
export function graceOf(leavings: Departures, player: PlayerId, { settings }: GameState, now: number): number {
  if (settings.time === null) return GRACE_WITHOUT_CLOCK;
  const grace = leavings.count(player, now) >= OFTEN ? GRACE.often : GRACE.rarely;
  return settings.time.kind === 'clock' && settings.time.initialMs <= QUICK ? grace / 2 : grace;
}

import { type GameState, IDLE_MS } from '@terrace/game';
import { HOUR_MS, MINUTE_MS, type PlayerId, SECOND_MS } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';

const DISCONNECTS_COUNT_FOR_MS = HOUR_MS;
const MANY_DISCONNECTS = 3;

/** How long a player may be absent before the others may claim. Halved in quick games. */
export const GRACE_MS = { few: 90 * SECOND_MS, many: 30 * SECOND_MS };

const MAX_QUICK_MS = 3 * MINUTE_MS;

const MAX_PLAYERS = 10_000;
const MAX_DISCONNECTS = 20;

export type Disconnects = ReturnType<typeof createDisconnects>;

export function createDisconnects() {
  const disconnects = new LRUCache<PlayerId, readonly number[]>({ max: MAX_PLAYERS });
  const recent = (player: PlayerId, now: number) =>
    (disconnects.get(player) ?? []).filter((at) => at > now - DISCONNECTS_COUNT_FOR_MS);
  return {
    add(player: PlayerId, at: number): void {
      disconnects.set(player, [...recent(player, at), at].slice(-MAX_DISCONNECTS));
    },
    remove(player: PlayerId, at: number): void {
      const others = disconnects.get(player)?.filter((other) => other !== at) ?? [];
      if (others.length > 0) disconnects.set(player, others);
      else disconnects.delete(player);
    },
    count: (player: PlayerId, now: number): number => recent(player, now).length,
  };
}

/** The grace period in ms: how long a player may be away before others may claim. */
export function graceOf(disconnects: Disconnects, player: PlayerId, { settings }: GameState, now: number): number {
  // Without a clock no claim is possible. Pages of earlier versions offer one after this time.
  if (settings.time === null) return IDLE_MS;
  const grace = disconnects.count(player, now) >= MANY_DISCONNECTS ? GRACE_MS.many : GRACE_MS.few;
  return settings.time.kind === 'clock' && settings.time.initialMs <= MAX_QUICK_MS ? grace / 2 : grace;
}

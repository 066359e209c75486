import { MINUTE_MS, Player, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import type { SharedState } from '../runtime/nodes.ports.ts';
import { createMultimap } from './multimap.ts';

/** How long departures are remembered: longer than any grace period. */
const REMEMBERED_MS = 10 * MINUTE_MS;
const MAX_LISTED = 50;

const OnlinePlayer = z.object({ player: Player, guest: z.boolean() });
type OnlinePlayer = z.infer<typeof OnlinePlayer>;

type Dependencies = {
  readonly state: Pick<SharedState, 'map'>;
  readonly now: () => number;
  readonly onCount: (players: number) => void;
};

export type OnlinePlayers = ReturnType<typeof createOnlinePlayers>;

/** Players connected to any node. A player with several connections counts once. */
export function createOnlinePlayers({ state, now, onCount }: Dependencies) {
  const online = state.map('online', OnlinePlayer);
  const connections = createMultimap<PlayerId, object>();
  /** In ms since 1970, the earliest first. */
  const offlineSince = new Map<PlayerId, number>();

  online.onChange((key, change) => {
    const player = PlayerId.parse(key);
    if (change === 'changed') return;
    offlineSince.delete(player);
    if (change === 'removed') {
      takeOffline(REMEMBERED_MS);
      offlineSince.set(player, now());
    }
    onCount(online.size());
  });

  const isOnline = (player: PlayerId): boolean => online.get(player).size > 0;

  function takeOffline(forMs: number): PlayerId[] {
    const offline: PlayerId[] = [];
    for (const [player, since] of offlineSince) {
      if (now() - since < forMs) break;
      offline.push(player);
      offlineSince.delete(player);
    }
    return offline;
  }

  return {
    connect(connection: object, who: OnlinePlayer): void {
      const { player, guest } = who;
      connections.add(player.id, connection);
      online.set(player.id, { player, guest });
    },

    disconnect(connection: object, player: PlayerId): void {
      connections.delete(player, connection);
      if (!connections.has(player)) online.delete(player);
    },

    /** Counts an unconnected player as offline from now on, even if they were never connected. */
    markOffline(player: PlayerId): void {
      if (!isOnline(player) && !offlineSince.has(player)) offlineSince.set(player, now());
    },

    takeOffline,
    isOnline,

    get count(): number {
      return online.size();
    },

    /** Players whose name contains `search`: those in `first`, then accounts, then guests, each by name. */
    list(search: string, first: ReadonlySet<PlayerId>): OnlinePlayer[] {
      const wanted = search.toLowerCase();
      return [...online.entries()]
        .flatMap(([, entry]) => (entry.player.name.toLowerCase().includes(wanted) ? [entry] : []))
        .sort(
          (a, b) =>
            Number(first.has(b.player.id)) - Number(first.has(a.player.id)) ||
            Number(a.guest) - Number(b.guest) ||
            a.player.name.localeCompare(b.player.name),
        )
        .slice(0, MAX_LISTED);
    },
  };
}

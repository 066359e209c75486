import { MINUTE_MS, Player, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import type { SharedState } from '../runtime/nodes.ports.ts';
import { createMultimap } from './multimap.ts';

/** For how long it is remembered when players left, in ms: longer than anybody waits for them. */
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

/** Who is connected, to whichever node; a player with several connections counts once. */
export function createOnlinePlayers({ state, now, onCount }: Dependencies) {
  const online = state.map('online', OnlinePlayer);
  const connections = createMultimap<PlayerId, object>();
  /** Since when players are connected to no node, those who left first at first. In ms since 1970. */
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

  /** Players who have been gone for so many ms. Each is returned once. */
  function takeOffline(forMs: number): PlayerId[] {
    const gone: PlayerId[] = [];
    for (const [player, since] of offlineSince) {
      if (now() - since < forMs) break; // in the order of leaving, so all others left later
      gone.push(player);
      offlineSince.delete(player);
    }
    return gone;
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

    /** Counts a player who is not connected as gone from now on, such as one who was never connected to any node. */
    markOffline(player: PlayerId): void {
      if (!isOnline(player) && !offlineSince.has(player)) offlineSince.set(player, now());
    },

    takeOffline,
    isOnline,

    get count(): number {
      return online.size();
    },

    /** Players whose name contains `search`, those of `first` before all others, accounts before guests, then by name. */
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

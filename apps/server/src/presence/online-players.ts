import type { Player, PlayerId } from '@terrace/protocol';

/** Players in one answer to a search. */
const MAX_LISTED = 50;

type OnlinePlayer = { readonly player: Player; readonly guest: boolean; readonly connections: Set<object> };

export type OnlinePlayers = ReturnType<typeof createOnlinePlayers>;

/** Who is connected to this server; a player with several connections counts once. `onCount` is called when the number changes. */
export function createOnlinePlayers({ now, onCount }: { now: () => number; onCount: (players: number) => void }) {
  const online = new Map<PlayerId, OnlinePlayer>();
  const goneSince = new Map<PlayerId, number>();

  return {
    connect(connection: object, { player, guest }: Omit<OnlinePlayer, 'connections'>): void {
      const known = online.get(player.id);
      online.set(player.id, { player, guest, connections: (known?.connections ?? new Set()).add(connection) });
      goneSince.delete(player.id);
      if (known === undefined) onCount(online.size);
    },

    disconnect(connection: object, player: PlayerId): void {
      const known = online.get(player);
      if (known === undefined || !known.connections.delete(connection) || known.connections.size > 0) return;
      online.delete(player);
      goneSince.set(player, now());
      onCount(online.size);
    },

    /** Counts a player who is not connected as gone from now on, such as one who was never connected to this server. */
    markGone(player: PlayerId): void {
      if (!online.has(player) && !goneSince.has(player)) goneSince.set(player, now());
    },

    /** Players who have been gone for so many ms. Each is returned once. */
    takeGone(forMs: number): PlayerId[] {
      const gone: PlayerId[] = [];
      for (const [player, since] of goneSince) {
        if (now() - since < forMs) break; // in the order of leaving, so all others left later
        gone.push(player);
        goneSince.delete(player);
      }
      return gone;
    },

    isOnline: (player: PlayerId): boolean => online.has(player),

    get count(): number {
      return online.size;
    },

    /** Players whose name contains `search`, accounts before guests, then by name. */
    list(search: string): Player[] {
      const wanted = search.toLowerCase();
      return [...online.values()]
        .filter(({ player }) => player.name.toLowerCase().includes(wanted))
        .sort((a, b) => Number(a.guest) - Number(b.guest) || a.player.name.localeCompare(b.player.name))
        .slice(0, MAX_LISTED)
        .map(({ player }) => player);
    },
  };
}

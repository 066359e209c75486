import type { Player, PlayerId } from '@terrace/protocol';

/** Names in one answer to who is here. */
const MOST = 50;

type Here = { readonly player: Player; readonly guest: boolean; readonly connections: Set<object> };

export type OnlinePlayers = ReturnType<typeof createOnlinePlayers>;

/** Who has a connection to this server, each once however many they have. `onCount` hears of every coming and going. */
export function createOnlinePlayers(now: () => number, onCount: (people: number) => void) {
  const here = new Map<PlayerId, Here>();
  const goneSince = new Map<PlayerId, number>();

  return {
    enter(connection: object, { player, guest }: Omit<Here, 'connections'>): void {
      const known = here.get(player.id);
      here.set(player.id, { player, guest, connections: (known?.connections ?? new Set()).add(connection) });
      goneSince.delete(player.id);
      if (known === undefined) onCount(here.size);
    },

    leave(connection: object, player: PlayerId): void {
      const known = here.get(player);
      if (known === undefined || !known.connections.delete(connection) || known.connections.size > 0) return;
      here.delete(player);
      goneSince.set(player, now());
      onCount(here.size);
    },

    /** Counts somebody who was never here as gone from now on. */
    miss(player: PlayerId): void {
      if (!here.has(player) && !goneSince.has(player)) goneSince.set(player, now());
    },

    /** Those who have been gone for so many ms; each is named once. */
    takeGone(forMs: number): PlayerId[] {
      const gone: PlayerId[] = [];
      for (const [player, since] of goneSince) {
        if (now() - since < forMs) break; // the rest left later
        gone.push(player);
        goneSince.delete(player);
      }
      return gone;
    },

    isHere: (player: PlayerId): boolean => here.has(player),

    get count(): number {
      return here.size;
    },

    /** Those whose name holds `search`, accounts before guests, then by name. */
    list(search: string): Player[] {
      const wanted = search.toLowerCase();
      return [...here.values()]
        .filter(({ player }) => player.name.toLowerCase().includes(wanted))
        .sort((a, b) => Number(a.guest) - Number(b.guest) || a.player.name.localeCompare(b.player.name))
        .slice(0, MOST)
        .map(({ player }) => player);
    },
  };
}

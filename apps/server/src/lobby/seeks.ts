import { GameId, type OpenSeek, Player, PlayerId, Seek, seekKey } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Cluster } from '../cluster/cluster.ts';
import type { Lobby } from './lobby.ts';

/** How often to say again that a seek is over whose node has not heard it, in ms. */
const SAY_AGAIN_EVERY_MS = 1_000;

/** Seeks that are over, and are remembered, so that none is paired twice. */
const MAX_OVER = 50_000;

/** The one group of the map of seeks; its keys are players. */
const ALL = '';

/** A player's seek. `id` is its own and known to servers only, `since` is ms since 1970. */
const StoredSeek = z.object({
  id: z.string(),
  player: Player,
  seek: Seek,
  since: z.number(),
  /** In the rating kind of the game; null without one, as for guests. */
  rating: z.number().nullable(),
  /** The address block the seek came from. */
  address: z.string(),
  /** Players this one has blocked, and players who have blocked this one, when the seek was made. */
  blocked: z.array(PlayerId).readonly(),
});
export type StoredSeek = z.infer<typeof StoredSeek>;

/** Seeks that are over: brought to a game, or to none, as when the player does not want to wait any longer. */
const SeeksOver = z.object({
  seeks: z.array(z.object({ id: z.string(), player: PlayerId })),
  gameId: z.nullable(GameId),
});
type SeeksOver = z.infer<typeof SeeksOver>;

/** Broadcasts to all tabs of players at this node. */
export type PairingBroadcasts = {
  seek(player: PlayerId, seek: OpenSeek | null): void;
  paired(players: readonly PlayerId[], gameId: GameId): void;
};

type Services = {
  readonly cluster: Pick<Cluster, 'bus' | 'state'>;
  readonly lobby: Pick<Lobby, 'setSeekers'>;
  readonly broadcasts: PairingBroadcasts;
};

export type Seeks = ReturnType<typeof createSeeks>;

/**
 * Who seeks a game, at any node: one seek a player, the newest, however many tabs they have and wherever these are
 * connected. Each node has an entry for those who are connected to it, so a seek goes with the last of their connections, or
 * with the node.
 */
export function createSeeks({ cluster, lobby, broadcasts }: Services) {
  const { node } = cluster.bus;
  const entries = cluster.state.map('seek', StoredSeek);
  const over = cluster.bus.topic('seeks-over', SeeksOver);
  const open = new Map<PlayerId, StoredSeek>();
  const counts = new Map<string, number>();
  const connectionsHere = new Map<PlayerId, Set<object>>();
  const closedConnections = new WeakSet<object>();
  const known = new LRUCache<string, SeeksOver>({ max: MAX_OVER });
  const listeners: (() => void)[] = [];
  const timer = setInterval(sayAgain, SAY_AGAIN_EVERY_MS);

  function newestOf(player: PlayerId): StoredSeek | undefined {
    const all = [...entries.get(ALL, player).values()].filter(({ id }) => !known.has(id));
    return all.sort((a, b) => b.since - a.since || a.id.localeCompare(b.id))[0];
  }

  function count({ seek }: StoredSeek, change: 1 | -1): void {
    const key = seekKey(seek);
    const waiting = (counts.get(key) ?? 0) + change;
    if (waiting > 0) counts.set(key, waiting);
    else counts.delete(key);
    lobby.setSeekers(key, seek, waiting);
  }

  function tell(player: PlayerId): void {
    const seek = open.get(player);
    broadcasts.seek(player, seek === undefined ? null : { seek: seek.seek, since: seek.since });
  }

  /** Tells the player's tabs and the lobby of what has become of a player's seek. */
  function update(player: PlayerId): void {
    const [before, after] = [open.get(player), newestOf(player)];
    const here = entries.get(ALL, player).get(node);
    if (here !== undefined && after !== undefined && here.id !== after.id) {
      entries.set(ALL, player, after); // of the tabs here, too: it stays as long as any of them
      return;
    }
    if (before === after) return;
    if (after === undefined) open.delete(player);
    else open.set(player, after);
    if (before !== undefined) count(before, -1);
    if (after !== undefined) count(after, 1);
    tell(player);
    if (after !== undefined) for (const listener of listeners) listener();
  }

  function deleteHere(player: PlayerId): void {
    connectionsHere.delete(player);
    entries.delete(ALL, player);
  }

  /** To nodes that still have a seek which is over. */
  function sayAgain(): void {
    for (const [player] of entries.entries(ALL)) {
      for (const { id } of entries.get(ALL, player).values()) {
        const said = known.get(id);
        if (said !== undefined) over.publish({ ...said, seeks: said.seeks.filter((each) => each.id === id) });
      }
    }
  }

  entries.onChange((_, player) => update(PlayerId.parse(player)));
  over.on((said) => {
    const fresh = said.seeks.filter(({ id }) => !known.has(id));
    for (const { id, player } of fresh) {
      known.set(id, said);
      if (entries.get(ALL, player).get(node)?.id === id) deleteHere(player);
      update(player);
    }
    if (said.gameId !== null && fresh.length > 0)
      broadcasts.paired([...new Set(fresh.map(({ player }) => player))], said.gameId);
  });

  return {
    /** Every seek that is open, of players at any node. */
    all: (): Iterable<StoredSeek> => open.values(),

    of: (player: PlayerId): StoredSeek | undefined => open.get(player),

    /** Whether a player who seeks is connected to this node. */
    isHere: (player: PlayerId): boolean => entries.get(ALL, player).has(node),

    /** Opens a seek, or changes it, for as long as this connection or another that asked for it is there. */
    open(seek: StoredSeek, connection: object): void {
      const player = seek.player.id;
      if (closedConnections.has(connection)) return; // it closed while we read
      connectionsHere.set(player, (connectionsHere.get(player) ?? new Set()).add(connection));
      const before = open.get(player);
      entries.set(ALL, player, seek);
      if (open.get(player) === before) tell(player); // a tab that asks for the same
    },

    /** Ends seeks of players, and whatever else they seek: in a game, or in none. */
    end(ended: Iterable<Pick<StoredSeek, 'id' | 'player'>>, gameId: GameId | null): void {
      const seeks = new Map<string, PlayerId>();
      for (const { id, player } of ended) {
        seeks.set(id, player.id);
        for (const each of entries.get(ALL, player.id).values()) seeks.set(each.id, player.id);
      }
      if (seeks.size > 0) over.announce({ seeks: [...seeks].map(([id, player]) => ({ id, player })), gameId });
    },

    disconnect(connection: object): void {
      closedConnections.add(connection);
      for (const [player, connections] of connectionsHere) {
        if (connections.delete(connection) && connections.size === 0) deleteHere(player);
      }
    },

    /** Calls `listener` after a seek was opened, or changed. */
    onOpen: (listener: () => void): void => void listeners.push(listener),

    close: (): void => clearInterval(timer),
  };
}

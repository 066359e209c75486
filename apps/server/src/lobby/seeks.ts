import {
  type GameId,
  MINUTE_MS,
  type OpenSeek,
  Player,
  PlayerId,
  RatingKind,
  RatingMark,
  rateableAs,
  Seek,
  SeekEnd,
  seekKey,
} from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { createListeners } from '../runtime/listeners.ts';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { Lobby } from './lobby.ts';

/** The end of a seek is published again for nodes that missed it. */
const REPUBLISH_EVERY_MS = 1_000;

/** Ended seeks are remembered, so that none is paired twice. */
const MAX_ENDED = 50_000;

/** Recent seeks are remembered for players who reload the page or lose the connection. */
const RECENT_MS = 2 * MINUTE_MS;
const MAX_RECENT = 10_000;

/** `id` is unique and known only to servers; `since` is ms since 1970. */
const StoredSeek = z.object({
  id: z.string(),
  player: Player,
  seek: Seek,
  since: z.number(),
  /** In ms since 1970. The latest of a player's seeks counts. */
  askedAt: z.number(),
  ratings: z.partialRecord(RatingKind, RatingMark),
  address: z.string(),
  /** Blocks in both directions when the seek was made. */
  blocked: z.array(PlayerId).readonly(),
});
export type StoredSeek = z.infer<typeof StoredSeek>;

const SeeksOver = z.object({
  seeks: z.array(z.object({ id: z.string(), player: PlayerId })),
  end: SeekEnd,
});
type SeeksOver = z.infer<typeof SeeksOver>;

export type PairingBroadcasts = {
  seek(player: PlayerId, seek: OpenSeek | null, end?: SeekEnd): void;
  paired(players: readonly PlayerId[], gameId: GameId): void;
};

type Dependencies = {
  readonly cluster: Pick<Cluster, 'bus' | 'state'>;
  readonly lobby: Pick<Lobby, 'setSeeker' | 'deleteSeeker'>;
  readonly broadcasts: PairingBroadcasts;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type Seeks = ReturnType<typeof createSeeks>;

/** The newest seek of each player on all nodes. It ends with the player's last connection or with the node. */
export function createSeeks({ cluster, lobby, broadcasts, scheduler, reportError }: Dependencies) {
  const { now, elapsed, every } = scheduler;
  const { node } = cluster.bus;
  const entries = cluster.state.map('seek', StoredSeek);
  const over = cluster.bus.topic('seeks-over', SeeksOver);
  const open = new Map<PlayerId, StoredSeek>();
  const connectionsHere = new Map<PlayerId, Set<object>>();
  const closedConnections = new WeakSet<object>();
  const endedSeeks = new LRUCache<string, SeeksOver>({ max: MAX_ENDED });
  const recent = { max: MAX_RECENT, ttl: RECENT_MS, ttlResolution: 0, perf: { now: elapsed } };
  /** Seeks that disappeared without an end, such as after a lost connection. */
  const recentSeeks = new LRUCache<PlayerId, { key: string; since: number }>(recent);
  const recentEnds = new LRUCache<PlayerId, { end: SeekEnd; at: number }>(recent);
  const opened = createListeners<[]>(reportError);
  const close = every(REPUBLISH_EVERY_MS, republishEnded);

  function newestOf(player: PlayerId): StoredSeek | undefined {
    const all = [...entries.get(player).values()].filter(({ id }) => !endedSeeks.has(id));
    return all.sort((a, b) => b.askedAt - a.askedAt || a.id.localeCompare(b.id))[0];
  }

  function broadcastSeek(player: PlayerId, end?: SeekEnd): void {
    const seek = open.get(player);
    broadcasts.seek(player, seek === undefined ? null : openSeek(seek), end);
  }

  function show(player: PlayerId, seek: StoredSeek | undefined): void {
    if (seek === undefined) {
      lobby.deleteSeeker(player);
      return;
    }
    const kind = seek.seek.rated ? rateableAs(seek.seek) : null;
    const rating = kind === null ? undefined : seek.ratings[kind];
    const row = { player: seek.player, ...openSeek(seek), ...(rating !== undefined && { rating }) };
    lobby.setSeeker({ row, blocked: new Set(seek.blocked) });
  }

  function update(player: PlayerId): void {
    const [before, after] = [open.get(player), newestOf(player)];
    const here = entries.get(player).get(node);
    if (here !== undefined && after !== undefined && here.id !== after.id) {
      entries.set(player, after); // also for tabs on this node, so that the seek lasts until the last one closes
      return;
    }
    if (before === after) return;
    if (after === undefined) open.delete(player);
    else open.set(player, after);
    const end = before === undefined ? undefined : endedSeeks.get(before.id)?.end;
    if (before !== undefined && after === undefined && end === undefined)
      recentSeeks.set(player, { key: seekKey(before.seek), since: before.since });
    show(player, after);
    broadcastSeek(player, after === undefined ? end : undefined);
    if (after !== undefined) opened.call();
  }

  function deleteHere(player: PlayerId): void {
    connectionsHere.delete(player);
    entries.delete(player);
  }

  function republishEnded(): void {
    for (const [player] of entries.entries()) {
      for (const { id } of entries.get(player).values()) {
        const message = endedSeeks.get(id);
        if (message !== undefined) over.publish({ ...message, seeks: message.seeks.filter((each) => each.id === id) });
      }
    }
  }

  entries.onChange((player) => update(PlayerId.parse(player)));
  over.on((message) => {
    const fresh = message.seeks.filter(({ id }) => !endedSeeks.has(id));
    for (const { id, player } of fresh) {
      endedSeeks.set(id, message);
      recentSeeks.delete(player);
      recentEnds.set(player, { end: message.end, at: now() });
      if (entries.get(player).get(node)?.id === id) deleteHere(player);
      update(player);
    }
    if (message.end.why === 'paired' && fresh.length > 0)
      broadcasts.paired([...new Set(fresh.map(({ player }) => player))], message.end.gameId);
  });

  return {
    all: (): Iterable<StoredSeek> => open.values(),

    of: (player: PlayerId): StoredSeek | undefined => open.get(player),

    isHere: (player: PlayerId): boolean => entries.get(player).has(node),

    /** The seek lasts while one of the connections that requested it is open. */
    open(seek: StoredSeek, connection: object): void {
      const player = seek.player.id;
      if (closedConnections.has(connection)) return; // closed in the meantime
      recentSeeks.delete(player);
      connectionsHere.set(player, (connectionsHere.get(player) ?? new Set()).add(connection));
      const before = open.get(player);
      entries.set(player, seek);
      if (open.get(player) === before) broadcastSeek(player); // another tab requested the same seek
    },

    change(seek: StoredSeek): void {
      if (entries.get(seek.player.id).has(node)) entries.set(seek.player.id, seek);
    },

    /** Keeps waiting time across a short disconnection. */
    recentSince(player: PlayerId, key: string): number | undefined {
      const last = recentSeeks.get(player);
      return last?.key === key ? last.since : undefined;
    },

    endOf(player: PlayerId, since: number): SeekEnd | undefined {
      const last = recentEnds.get(player);
      return last !== undefined && last.at >= since ? last.end : undefined;
    },

    /** Also ends other seeks of the same players. */
    end(ended: Iterable<Pick<StoredSeek, 'id' | 'player'>>, end: SeekEnd): void {
      const seeks = new Map<string, PlayerId>();
      for (const { id, player } of ended) {
        seeks.set(id, player.id);
        for (const each of entries.get(player.id).values()) seeks.set(each.id, player.id);
      }
      if (seeks.size > 0) over.announce({ seeks: [...seeks].map(([id, player]) => ({ id, player })), end });
    },

    disconnect(connection: object): void {
      closedConnections.add(connection);
      for (const [player, connections] of connectionsHere) {
        if (connections.delete(connection) && connections.size === 0) deleteHere(player);
      }
    },

    onOpen: opened.add,

    close,
  };
}

export const openSeek = ({ seek, since }: StoredSeek): OpenSeek => ({ seek, since });

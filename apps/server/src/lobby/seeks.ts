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

/** How often to say again that a seek is over whose node has not heard it, in ms. */
const SAY_AGAIN_EVERY_MS = 1_000;

/** Seeks that are over, and are remembered, so that none is paired twice. */
const MAX_OVER = 50_000;

/**
 * How long it is remembered that a player waited, in ms, for who loads the page anew or loses the connection; and of how many players.
 */
const LATELY_MS = 2 * MINUTE_MS;
const MAX_LATELY = 10_000;

/** A player's seek. `id` is its own and known to servers only, `since` is ms since 1970. */
const StoredSeek = z.object({
  id: z.string(),
  player: Player,
  seek: Seek,
  since: z.number(),
  /** When it was asked for as it is, in ms since 1970: of several seeks of a player the latest counts. */
  askedAt: z.number(),
  /** In the kinds of the games that will do, as far as there are any: guests have none. */
  ratings: z.partialRecord(RatingKind, RatingMark),
  address: z.string(),
  /** Players this one has blocked, and players who have blocked this one, when the seek was made. */
  blocked: z.array(PlayerId).readonly(),
});
export type StoredSeek = z.infer<typeof StoredSeek>;

const SeeksOver = z.object({
  seeks: z.array(z.object({ id: z.string(), player: PlayerId })),
  end: SeekEnd,
});
type SeeksOver = z.infer<typeof SeeksOver>;

/** Broadcasts to all tabs of players at this node. */
export type PairingBroadcasts = {
  seek(player: PlayerId, seek: OpenSeek | null, end?: SeekEnd): void;
  paired(players: readonly PlayerId[], gameId: GameId): void;
};

type Services = {
  readonly cluster: Pick<Cluster, 'bus' | 'state'>;
  readonly lobby: Pick<Lobby, 'setSeeker' | 'deleteSeeker'>;
  readonly broadcasts: PairingBroadcasts;
  readonly scheduler: Scheduler;
  readonly report: (error: unknown) => void;
};

export type Seeks = ReturnType<typeof createSeeks>;

/**
 * Who seeks a game, at any node: one seek a player, the newest, however many tabs they have and wherever these are
 * connected. Each node has an entry for those who are connected to it, so a seek goes with the last of their connections, or
 * with the node.
 */
export function createSeeks({ cluster, lobby, broadcasts, scheduler, report }: Services) {
  const { now, elapsed, every } = scheduler;
  const { node } = cluster.bus;
  const entries = cluster.state.map('seek', StoredSeek);
  const over = cluster.bus.topic('seeks-over', SeeksOver);
  const open = new Map<PlayerId, StoredSeek>();
  const connectionsHere = new Map<PlayerId, Set<object>>();
  const closedConnections = new WeakSet<object>();
  const known = new LRUCache<string, SeeksOver>({ max: MAX_OVER });
  const forAWhile = { max: MAX_LATELY, ttl: LATELY_MS, ttlResolution: 0, perf: { now: elapsed } };
  /** Since when players waited for what, who do no longer, though nothing has ended it. */
  const lately = new LRUCache<PlayerId, { key: string; since: number }>(forAWhile);
  const endedLately = new LRUCache<PlayerId, { end: SeekEnd; at: number }>(forAWhile);
  const opened = createListeners<[]>(report);
  const close = every(SAY_AGAIN_EVERY_MS, sayAgain);

  function newestOf(player: PlayerId): StoredSeek | undefined {
    const all = [...entries.get(player).values()].filter(({ id }) => !known.has(id));
    return all.sort((a, b) => b.askedAt - a.askedAt || a.id.localeCompare(b.id))[0];
  }

  function tell(player: PlayerId, end?: SeekEnd): void {
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

  /** Tells the player's tabs and the lobby of what has become of a player's seek. */
  function update(player: PlayerId): void {
    const [before, after] = [open.get(player), newestOf(player)];
    const here = entries.get(player).get(node);
    if (here !== undefined && after !== undefined && here.id !== after.id) {
      entries.set(player, after); // of the tabs here, too: it stays as long as any of them
      return;
    }
    if (before === after) return;
    if (after === undefined) open.delete(player);
    else open.set(player, after);
    const end = before === undefined ? undefined : known.get(before.id)?.end;
    if (before !== undefined && after === undefined && end === undefined)
      lately.set(player, { key: seekKey(before.seek), since: before.since });
    show(player, after);
    tell(player, after === undefined ? end : undefined);
    if (after !== undefined) opened.call();
  }

  function deleteHere(player: PlayerId): void {
    connectionsHere.delete(player);
    entries.delete(player);
  }

  /** To nodes that still have a seek which is over. */
  function sayAgain(): void {
    for (const [player] of entries.entries()) {
      for (const { id } of entries.get(player).values()) {
        const said = known.get(id);
        if (said !== undefined) over.publish({ ...said, seeks: said.seeks.filter((each) => each.id === id) });
      }
    }
  }

  entries.onChange((player) => update(PlayerId.parse(player)));
  over.on((said) => {
    const fresh = said.seeks.filter(({ id }) => !known.has(id));
    for (const { id, player } of fresh) {
      known.set(id, said);
      lately.delete(player);
      endedLately.set(player, { end: said.end, at: now() });
      if (entries.get(player).get(node)?.id === id) deleteHere(player);
      update(player);
    }
    if (said.end.why === 'paired' && fresh.length > 0)
      broadcasts.paired([...new Set(fresh.map(({ player }) => player))], said.end.gameId);
  });

  return {
    all: (): Iterable<StoredSeek> => open.values(),

    of: (player: PlayerId): StoredSeek | undefined => open.get(player),

    /** Whether a player who seeks is connected to this node. */
    isHere: (player: PlayerId): boolean => entries.get(player).has(node),

    /** Opens a seek, or changes it, for as long as this connection or another that asked for it is there. */
    open(seek: StoredSeek, connection: object): void {
      const player = seek.player.id;
      if (closedConnections.has(connection)) return; // it closed while we read
      lately.delete(player);
      connectionsHere.set(player, (connectionsHere.get(player) ?? new Set()).add(connection));
      const before = open.get(player);
      entries.set(player, seek);
      if (open.get(player) === before) tell(player); // a tab that asks for the same
    },

    /** Changes what is known of a seek that is open at this node. */
    change(seek: StoredSeek): void {
      if (entries.get(seek.player.id).has(node)) entries.set(seek.player.id, seek);
    },

    /** Since when a player has waited for this, though the connection was away for a moment. */
    sinceLately(player: PlayerId, key: string): number | undefined {
      const last = lately.get(player);
      return last?.key === key ? last.since : undefined;
    },

    /** Why what a player has waited for since then is over, if that was told. */
    endOf(player: PlayerId, since: number): SeekEnd | undefined {
      const last = endedLately.get(player);
      return last !== undefined && last.at >= since ? last.end : undefined;
    },

    /** Ends seeks of players, and whatever else they seek. */
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

    /** Calls `listener` after a seek was opened, or changed. */
    onOpen: opened.add,

    close,
  };
}

export const openSeek = ({ seek, since }: StoredSeek): OpenSeek => ({ seek, since });

import { type GameId, type GameRow, type InboxGroup, inboxGroup, type PlayerId, SECOND_MS } from '@terrace/protocol';
import { exceptDatabaseFaults, type GameQueries } from '../game-service/games.ports.ts';
import { playersOf } from '../game-service/summary.ts';
import { createMultimap } from '../presence/multimap.ts';
import { createListeners } from '../runtime/listeners.ts';
import type { Following } from '../runtime/nodes.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';

/** The pause before the first read of a player's games is repeated. It doubles up to the longest. */
const PAUSE_MS = { first: 2 * SECOND_MS, longest: 30 * SECOND_MS };

/** More unfinished games than any player has in practice. */
export const MAX_OWN_GAMES = 1_000;

type Groups = ReadonlyMap<GameId, InboxGroup>;

type Tracked = {
  readonly games: Map<GameId, InboxGroup>;
  /** Followed games without an event so far. */
  readonly awaited: Set<GameId>;
  /** Games that changed during the first read, which may return older rows; undefined after it. */
  changed: Set<GameId> | undefined;
  connections: number;
  /** The first read; undefined when it failed. It is repeated after a while, and by later connections. */
  read: Promise<void> | undefined;
  isRetryScheduled: boolean;
};

type Dependencies = {
  readonly queries: Pick<GameQueries, 'inboxOf'>;
  readonly games: Pick<Following<GameId>, 'follow' | 'unfollow'>;
  readonly machine: Pick<Scheduler, 'after'>;
  readonly reportError: (error: unknown) => void;
};

/** A player's game whose group has changed; undefined: no longer one of their unfinished games. */
export type GroupChange = {
  readonly player: PlayerId;
  readonly before: InboxGroup | undefined;
  readonly after: InboxGroup | undefined;
};

/** The unfinished games of the players connected to this node, by group. This node follows these games. */
export function createOwnGames({ queries, games: following, machine, reportError }: Dependencies) {
  const players = new Map<PlayerId, Tracked>();
  const playersOfGame = createMultimap<GameId, PlayerId>();
  const connections = createListeners<[player: PlayerId]>(reportError);
  const recoveries = createListeners<[player: PlayerId, games: Groups]>(reportError);
  const report = exceptDatabaseFaults(reportError);

  function set(
    player: PlayerId,
    { games }: Tracked,
    gameId: GameId,
    group: InboxGroup | undefined,
    seq?: number,
  ): void {
    if (group === undefined) {
      games.delete(gameId);
      playersOfGame.delete(gameId, player);
      following.unfollow(gameId, player);
    } else {
      games.set(gameId, group);
      playersOfGame.add(gameId, player);
      void following.follow(gameId, player, seq);
    }
  }

  async function readGames(player: PlayerId, tracked: Tracked): Promise<void> {
    const rows = await queries.inboxOf(player, MAX_OWN_GAMES);
    if (players.get(player) !== tracked) return; // disconnected in the meantime
    for (const { row, seq } of rows)
      if (!tracked.changed?.has(row.id)) set(player, tracked, row.id, inboxGroup(row, player), seq);
    tracked.changed = undefined;
  }

  /** Resolves to the games of a connected player once they are known; undefined if Postgres did not answer. */
  async function read(player: PlayerId): Promise<Groups | undefined> {
    const tracked = players.get(player);
    if (tracked === undefined) return undefined;
    tracked.read ??= readGames(player, tracked);
    try {
      await tracked.read;
      return tracked.games;
    } catch (error) {
      tracked.read = undefined;
      report(error);
      return undefined;
    }
  }

  /** Reads the games of a player again, until they are known or the player has disconnected. */
  function readLater(player: PlayerId, tracked: Tracked, pauseMs = PAUSE_MS.first): void {
    if (tracked.isRetryScheduled) return;
    tracked.isRetryScheduled = true;
    machine.after(pauseMs, () => {
      tracked.isRetryScheduled = false;
      if (players.get(player) !== tracked) return;
      void read(player).then((games) => {
        if (games !== undefined) recoveries.call(player, games);
        else readLater(player, tracked, Math.min(2 * pauseMs, PAUSE_MS.longest));
      });
    });
  }

  return {
    read,

    async connect(player: PlayerId): Promise<Groups | undefined> {
      const tracked = players.get(player) ?? newlyTracked();
      players.set(player, tracked);
      tracked.connections += 1;
      if (tracked.connections === 1) connections.call(player);
      const games = await read(player);
      if (games === undefined) readLater(player, tracked);
      return games;
    },

    disconnect(player: PlayerId): void {
      const tracked = players.get(player);
      if (tracked === undefined) return;
      tracked.connections -= 1;
      if (tracked.connections > 0) return;
      players.delete(player);
      connections.call(player);
      for (const id of [...tracked.games.keys(), ...tracked.awaited]) set(player, tracked, id, undefined);
    },

    /** Calls `listener` with the games of a player whose first read failed, once they are known. */
    onRecovered: recoveries.add,
    /** Calls `listener` when a player's first connection opens or the last one closes. */
    onConnection: connections.add,
    isConnected: (player: PlayerId): boolean => players.has(player),

    /** Follows a game of a connected player, whose events then show what it is. */
    async add(player: PlayerId, gameId: GameId): Promise<void> {
      const tracked = players.get(player);
      if (tracked === undefined || tracked.games.has(gameId)) return;
      tracked.awaited.add(gameId);
      await following.follow(gameId, player);
    },

    /** The games of a connected player; undefined until they are known. */
    of(player: PlayerId): Groups | undefined {
      const tracked = players.get(player);
      return tracked?.changed === undefined ? tracked?.games : undefined;
    },

    /** @returns the connected players for whom the game is or was one of their unfinished games */
    update(row: GameRow): GroupChange[] {
      const concerned = new Set([...playersOf(row.seats), ...playersOfGame.get(row.id)]);
      const changes: GroupChange[] = [];
      for (const player of concerned) {
        const tracked = players.get(player);
        if (tracked === undefined) continue;
        const [before, after] = [tracked.games.get(row.id), inboxGroup(row, player)];
        tracked.changed?.add(row.id);
        tracked.awaited.delete(row.id);
        set(player, tracked, row.id, after);
        changes.push({ player, before, after });
      }
      return changes;
    },
  };
}

const newlyTracked = (): Tracked => ({
  games: new Map(),
  awaited: new Set(),
  changed: new Set(),
  connections: 0,
  read: undefined,
  isRetryScheduled: false,
});

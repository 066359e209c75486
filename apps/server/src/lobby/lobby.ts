import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { changesPlayers, startsGame } from '@terrace/game';
import {
  type Broadcast,
  type FeaturedChange,
  type GameId,
  GameRow,
  type LiveFilter,
  type LobbyChange,
  type LobbyView,
  type Place,
  type PlayerId,
  type PlayerLobby,
  type Reply,
} from '@terrace/protocol';
import { z } from 'zod';
import { type GameQueries, isDatabaseFault } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import { playersOf, toGameRow } from '../game-service/summary.ts';
import { createListeners } from '../runtime/listeners.ts';
import type { Cluster, RecoverFromGaps } from '../runtime/nodes.ports.ts';
import { pause, type Scheduler } from '../runtime/scheduler.ts';
import { createFeatured, LOBBY_LIST } from './featured.ts';
import { createFeaturedBoards } from './featured-boards.ts';
import { createFeaturedSubscriptions } from './featured-subscriptions.ts';
import { invitationAnswers } from './invitation-answers.ts';
import { createOpenTables } from './open-tables.ts';
import {
  createShownSeekers,
  playersWithBlocks,
  type SeekersChange,
  type ShownSeeker,
  seekersPart,
} from './shown-seekers.ts';
import { createThrottle } from './throttle.ts';

/** Changes are collected for this long. */
const PUBLISH_EVERY_MS = 250;

const MAX_OWN_GAMES = 100;

/** Changes kept for gap recovery: about 15 s of a busy lobby. */
const MAX_RECENT_CHANGES = 60;

export type LobbyBroadcasts = {
  /** To all subscribers, except that players in `others` receive `changeFor(player)`. */
  changed(change: LobbyChange, others: ReadonlySet<PlayerId>, changeFor: (player: PlayerId) => LobbyChange): void;
  featured(filter: LiveFilter, version: number, featured: FeaturedChange): void;
  /** To those players who are in the lobby. */
  ownGame(players: readonly PlayerId[], row: GameRow): void;
  /** To these players, on any page. */
  invitation(players: readonly PlayerId[], row: GameRow): void;
  invitationAnswered(host: PlayerId, answer: Broadcast<'invitation:answered'>): void;
};

/** A table that has changed, or a game whose players or status have. */
const ChangedGame = z.object({ row: GameRow, hasStarted: z.boolean() });

type Dependencies = {
  readonly cluster: Pick<Cluster, 'bus' | 'state' | 'games'>;
  readonly recoverFromGaps: RecoverFromGaps;
  readonly service: Pick<GameService, 'state' | 'cachedState'>;
  readonly queries: Pick<GameQueries, 'tables' | 'unfinishedGamesOf'>;
  readonly broadcasts: LobbyBroadcasts;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type Lobby = ReturnType<typeof createLobby>;

/** The pause before the tables are loaded again if the database was busy or unreachable. */
const REFILL_MS = 1_000;

/** How often the tables are loaded while another node is unreachable. */
const RELOAD_EVERY_MS = 3_000;

/** A change, and its effect on the list of seekers, which depends on the viewer because of blocks. */
type RecentChange = { readonly change: LobbyChange; readonly seekersChange: SeekersChange };

const changeFor = ({ change, seekersChange }: RecentChange, viewer: PlayerId | undefined): LobbyChange => ({
  ...change,
  ...seekersPart(seekersChange, viewer),
});

/**
 * The open tables, seekers and featured games. Nodes publish tables, starts and ends to all others; a node that may have
 * missed some loads the tables again. Batches of changes are numbered by `version`.
 */
export function createLobby({
  cluster,
  recoverFromGaps,
  service,
  queries,
  broadcasts,
  scheduler,
  reportError,
}: Dependencies) {
  const node = randomUUID();
  const closing = new AbortController();
  const changedGames = cluster.bus.topic('game-changed', ChangedGame);
  const started = createListeners<[row: GameRow]>(reportError);
  const rows = createListeners<[row: GameRow]>(reportError);
  const seated = createListeners<[player: PlayerId]>(reportError);
  const throttle = createThrottle(scheduler, publish, PUBLISH_EVERY_MS);
  const tables = createOpenTables();
  const featured = createFeatured(cluster.state);
  const boards = createFeaturedBoards({
    featured,
    games: cluster.games,
    service,
    scheduler,
    onChange: throttle.request,
    reportError,
  });
  const subscriptions = createFeaturedSubscriptions({ boards, broadcast: broadcasts.featured });
  const seekers = createShownSeekers();
  const recentChanges: RecentChange[] = [];
  let version = 0;
  let online = 0;
  /** Tables that are newer than the store's result; undefined except while they are loaded. */
  let changedWhileLoading: Set<GameId> | undefined;

  let changedTables = new Set<GameId>();
  let publishedOnline = 0;

  function publish(): void {
    const changes = boards.takeChanges();
    subscriptions.publish(changes);
    const ids = [...changedTables];
    const rows = ids.flatMap((id) => (tables.isListed(id) ? (tables.get(id) ?? []) : []));
    const unlisted = ids.filter((id) => !tables.isListed(id));
    const featuredChange = boards.change(LOBBY_LIST, changes);
    const parts = {
      ...(rows.length > 0 && { tables: rows }),
      ...(unlisted.length > 0 && { gone: unlisted }),
      ...(ids.length > 0 && { tableCount: tables.count }),
      ...(featuredChange && { featured: featuredChange }),
      ...(online !== publishedOnline && { online }),
    };
    changedTables = new Set();
    publishedOnline = online;
    const seekersChange = seekers.publish();
    if (Object.keys(parts).length === 0 && seekersChange.size === 0) return;
    version += 1;
    const recent = { change: { node, version, ...parts }, seekersChange };
    recentChanges.push(recent);
    if (recentChanges.length > MAX_RECENT_CHANGES) recentChanges.shift();
    broadcasts.changed(changeFor(recent, undefined), playersWithBlocks(seekersChange), (player) =>
      changeFor(recent, player),
    );
  }

  function putTable(row: GameRow): void {
    if (!tables.put(row)) return;
    changedTables.add(row.id);
    throttle.request();
  }

  changedGames.on(({ row, hasStarted }) => {
    changedWhileLoading?.add(row.id);
    const before = tables.get(row.id)?.seats ?? [];
    putTable(row);
    for (const { player } of [...before, ...row.seats]) if (player !== null) seated.call(player.id);
    if (hasStarted) started.call(row);
    rows.call(row);
  });

  function update(committed: Committed): void {
    const { isLocal, before, events, summary, state } = committed;
    const row = toGameRow(summary);
    const seatsBefore = before?.seats ?? [];
    const seats = [...seatsBefore, ...row.seats]; // includes players who left
    for (const answer of invitationAnswers(row.id, seatsBefore, events))
      broadcasts.invitationAnswered(state.host, answer);
    const hasNewName = events.some(({ event }) => event.type === 'renamed');
    if (isLocal && (state.status === 'open' || hasNewName || changesPlayers(events)))
      changedGames.announce({ row, hasStarted: startsGame(events) });
    boards.update(committed);
    broadcasts.ownGame(playersOf(seats), row);
    const invited = seats.flatMap(({ reserved }) => reserved?.id ?? []);
    if (invited.length > 0) broadcasts.invitation(invited, row);
  }

  /** Without these tables, the lobby would be incomplete until each of them changes. */
  async function load(): Promise<void> {
    const newer = new Set<GameId>();
    changedWhileLoading = newer;
    const rows = new Map((await queries.tables()).map((row) => [row.id, row]));
    for (const row of [...tables.all()]) {
      if (!rows.has(row.id) && !newer.has(row.id)) putTable({ ...row, status: 'closed' });
    }
    for (const [id, row] of rows) {
      if (!newer.has(id) && !isDeepStrictEqual(tables.get(id), row)) putTable(row);
    }
    if (changedWhileLoading === newer) changedWhileLoading = undefined;
  }

  async function fill(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await load();
      } catch (error) {
        if (!isDatabaseFault(error)) throw error;
        await pause(scheduler, REFILL_MS, closing.signal).catch(() => undefined);
      }
    }
  }

  const filled = fill().catch(reportError);
  const recovery = recoverFromGaps(load, RELOAD_EVERY_MS);
  recovery.start();

  const view = (player: PlayerId | undefined): LobbyView => ({
    node,
    version,
    ...tables.first(),
    tableCount: tables.count,
    featured: boards.view(LOBBY_LIST),
    online,
    seekers: seekers.listFor(player),
  });

  const ownGames = async (player: PlayerId | undefined): Promise<GameRow[]> =>
    player === undefined ? [] : [...(await queries.unfinishedGamesOf(player, MAX_OWN_GAMES))];

  return {
    filled,
    update,
    tables,
    featured,
    /** Calls `listener` when a table, or the players or the status of a game have changed, on any node. */
    onGameChanged: rows.add,
    /** Calls `listener` when a player has joined or left a table. */
    onSeated: seated.add,
    /** Calls `listener` when a game has started, on any node. */
    onStarted: started.add,
    subscribe: subscriptions.subscribe,
    unsubscribe: subscriptions.unsubscribe,

    async read(player: PlayerId | undefined): Promise<PlayerLobby> {
      const [own] = await Promise.all([ownGames(player), boards.load(LOBBY_LIST)]);
      return { view: view(player), own };
    },

    /** Whether a client here watches the lobby. */
    setWatched(isWatched: boolean): void {
      // Changes so far lack moves made without watchers, so that clients of before need the complete view.
      recentChanges.length = 0;
      version += 1;
      if (isWatched) boards.watch(LOBBY_LIST);
      else boards.unwatch(LOBBY_LIST);
    },

    /** Returns the complete view if changes since the client's version were dropped. */
    async catchUp(
      player: PlayerId | undefined,
      known: { node: string; version: number } | null,
    ): Promise<Reply<'lobby:watch'>> {
      const [own] = await Promise.all([ownGames(player), boards.load(LOBBY_LIST)]);
      const missed = known?.node === node ? version - known.version : Number.POSITIVE_INFINITY;
      if (missed < 0 || missed > recentChanges.length) return { catchUp: { kind: 'view', view: view(player) }, own };
      const changes = recentChanges.slice(recentChanges.length - missed).map((recent) => changeFor(recent, player));
      return { catchUp: { kind: 'changes', changes }, own };
    },

    more: (below: Place): Reply<'lobby:more'> => tables.below(below),

    setOnline(players: number): void {
      online = players;
      throttle.request();
    },

    setSeeker(seeker: ShownSeeker): void {
      seekers.set(seeker);
      throttle.request();
    },
    deleteSeeker(player: PlayerId): void {
      seekers.delete(player);
      throttle.request();
    },

    close(): void {
      closing.abort();
      recovery.close();
      throttle.close();
    },
  };
}

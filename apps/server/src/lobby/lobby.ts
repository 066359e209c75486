import { randomUUID } from 'node:crypto';
import type { GameState } from '@terrace/game';
import type {
  Broadcast,
  FeaturedChange,
  GameId,
  GameRow,
  LiveFilter,
  LobbyChange,
  LobbyView,
  Place,
  PlayerId,
  PlayerLobby,
  Reply,
} from '@terrace/protocol';
import { type GameQueries, isDatabaseFault } from '../game-service/games.ports.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import { playersOf, toGameRow } from '../game-service/summary.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import { pause, type Scheduler } from '../runtime/scheduler.ts';
import { ANY_GAME, createFeatured, MAX_FEATURED } from './featured.ts';
import { createFeaturedSubscriptions } from './featured-subscriptions.ts';
import { invitationAnswers } from './invitation-answers.ts';
import { createLiveGames } from './live-games.ts';
import { createOpenTables } from './open-tables.ts';
import {
  createShownSeekers,
  playersWithBlocks,
  type SeekersChange,
  type ShownSeeker,
  seekersPart,
} from './shown-seekers.ts';
import { createThrottle } from './throttle.ts';

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

type Dependencies = {
  readonly service: GameService;
  readonly queries: GameQueries;
  readonly broadcasts: LobbyBroadcasts;
  readonly ratingsOf: RatingsOf;
  readonly watching: (gameId: GameId) => number;
  readonly awaySince: (gameId: GameId, state: GameState) => number | null | undefined;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

export type Lobby = ReturnType<typeof createLobby>;

/** The pause before the lobby is loaded again if the database was busy or unreachable. */
const REFILL_MS = 1_000;

/** A change, and its effect on the list of seekers, which depends on the viewer because of blocks. */
type RecentChange = { readonly change: LobbyChange; readonly seekersChange: SeekersChange };

const changeFor = ({ change, seekersChange }: RecentChange, viewer: PlayerId | undefined): LobbyChange => ({
  ...change,
  ...seekersPart(seekersChange, viewer),
});

/** Loads the lobby from the store and updates it with the commits of all nodes. Numbers batches of changes by `version`. */
export function createLobby(dependencies: Dependencies) {
  const { service, queries, broadcasts, ratingsOf, watching, awaySince, scheduler, reportError } = dependencies;
  const node = randomUUID();
  const closing = new AbortController();
  const throttle = createThrottle(scheduler, publish);
  const tables = createOpenTables();
  const live = createLiveGames({ ratingsOf, watching, awaySince, scheduler, onChange: throttle.request, reportError });
  const featured = createFeatured({ ranking: live.ranking, filter: ANY_GAME, limit: MAX_FEATURED.lobby });
  const subscriptions = createFeaturedSubscriptions({ ranking: live.ranking, broadcast: broadcasts.featured });
  const seekers = createShownSeekers();
  const recentChanges: RecentChange[] = [];
  let version = 0;
  let online = 0;
  let isFilled = false;
  const committedWhileFilling = new Set<GameId>(); // newer than the store's result

  let changedTables = new Set<GameId>();
  let publishedOnline = 0;

  function publish(): void {
    const changes = live.takeChanges();
    subscriptions.publish(changes);
    const ids = [...changedTables];
    const rows = ids.flatMap((id) => (tables.isListed(id) ? (tables.get(id) ?? []) : []));
    const unlisted = ids.filter((id) => !tables.isListed(id));
    const featuredChange = featured.change(changes);
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

  function update({ events, summary, state }: Committed): void {
    const row = toGameRow(summary);
    if (!isFilled) committedWhileFilling.add(row.id);
    const before = tables.get(row.id)?.seats ?? [];
    const seats = before.length === 0 ? row.seats : [...before, ...row.seats]; // includes players who left
    for (const answer of invitationAnswers(row.id, before, events)) broadcasts.invitationAnswered(state.host, answer);
    putTable(row);
    live.update(row.id, state);
    const invited = seats.flatMap(({ reserved }) => reserved?.id ?? []);
    broadcasts.ownGame(playersOf(seats), row);
    if (invited.length > 0 && events.length > 0) broadcasts.invitation(invited, row);
  }

  /** Without these tables and games, the lobby would be incomplete until each of them changes. */
  async function fill(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await readAll();
      } catch (error) {
        if (!isDatabaseFault(error)) throw error;
        await pause(scheduler, REFILL_MS, closing.signal).catch(() => undefined);
      }
    }
  }

  async function readAll(): Promise<void> {
    for (const row of await queries.tables()) if (!committedWhileFilling.has(row.id)) putTable(row);
    for (const id of await queries.publicLiveGames()) {
      const state = await service.state(id);
      if (state !== null && !committedWhileFilling.has(id)) live.update(id, state);
    }
    committedWhileFilling.clear();
  }

  const view = (player: PlayerId | undefined): LobbyView => ({
    node,
    version,
    ...tables.first(),
    tableCount: tables.count,
    featured: featured.view(),
    online,
    seekers: seekers.listFor(player),
  });

  const ownGames = async (player: PlayerId | undefined): Promise<GameRow[]> =>
    player === undefined ? [] : [...(await queries.unfinishedGamesOf(player, MAX_OWN_GAMES))];

  const filled = fill()
    .catch(reportError)
    .finally(() => (isFilled = true));

  return {
    filled,
    update,
    tables,
    live,
    subscribe: subscriptions.subscribe,
    unsubscribe: subscriptions.unsubscribe,

    read: async (player: PlayerId | undefined): Promise<PlayerLobby> => ({
      view: view(player),
      own: await ownGames(player),
    }),

    /** Returns the complete view if changes since the client's version were dropped. */
    async catchUp(
      player: PlayerId | undefined,
      known: { node: string; version: number } | null,
    ): Promise<Reply<'lobby:watch'>> {
      const own = await ownGames(player);
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
      live.close();
      throttle.close();
    },
  };
}

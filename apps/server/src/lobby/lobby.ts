import { randomUUID } from 'node:crypto';
import type {
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
  Seek,
} from '@terrace/protocol';
import type { Committed, GameService } from '../game/service.ts';
import type { GameQueries } from '../game/store.ts';
import { playersOf, toGameRow } from '../game/summary.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import { ANY_GAME, createFeatured, MAX_FEATURED } from './featured.ts';
import { createFeaturedSubscriptions } from './featured-subscriptions.ts';
import { createLiveGames } from './live-games.ts';
import { createOpenTables } from './open-tables.ts';
import { createThrottle } from './throttle.ts';

/** A player's own games sent with the lobby. */
const MAX_OWN_GAMES = 100;

/** Changes kept for clients that missed some: about a quarter of a minute of a busy lobby. */
const MAX_RECENT_CHANGES = 60;

/** Seeks whose number of seekers is shown, to bound the size of the view. */
const MAX_SHOWN_SEEKS = 100;

/** What the lobby broadcasts, and to whom. */
export type LobbyBroadcasts = {
  changed(change: LobbyChange): void;
  featured(filter: LiveFilter, version: number, featured: FeaturedChange): void;
  /** To these players, as far as they are in the lobby. */
  ownGame(players: readonly PlayerId[], row: GameRow): void;
  /** To these players, wherever on the site they are. */
  invitation(players: readonly PlayerId[], row: GameRow): void;
};

type Services = {
  readonly service: GameService;
  readonly queries: GameQueries;
  readonly broadcasts: LobbyBroadcasts;
  readonly ratingsOf: RatingsOf;
  readonly watching: (gameId: GameId) => number;
  readonly report: (error: unknown) => void;
};

export type Lobby = ReturnType<typeof createLobby>;

/**
 * The lobby in memory: filled from the store at the start, and updated by what any node commits. Changes are broadcast
 * together and numbered by `version`, by each node for its own connections.
 */
export function createLobby({ service, queries, broadcasts, ratingsOf, watching, report }: Services) {
  const node = randomUUID();
  const throttle = createThrottle(publish);
  const tables = createOpenTables();
  const live = createLiveGames({ ratingsOf, watching, onChange: throttle.request, report });
  const featured = createFeatured({ ranking: live.ranking, filter: ANY_GAME, limit: MAX_FEATURED.lobby });
  const subscriptions = createFeaturedSubscriptions({ ranking: live.ranking, broadcast: broadcasts.featured });
  const seeks = new Map<string, LobbyView['seeks'][number]>();
  const recentChanges: LobbyChange[] = [];
  let version = 0;
  let online = 0;
  let isFilled = false;
  const committedWhileFilling = new Set<GameId>(); // newer than what the store returned

  let changedTables = new Set<GameId>();
  let seeksChanged = false;
  let publishedOnline = 0;

  function publish(): void {
    const changes = live.takeChanges();
    subscriptions.publish(changes);
    const ids = [...changedTables];
    const rows = ids.flatMap((id) => (tables.isListed(id) ? (tables.get(id) ?? []) : []));
    const gone = ids.filter((id) => !tables.isListed(id));
    const featuredChange = featured.change(changes);
    const parts = {
      ...(rows.length > 0 && { tables: rows }),
      ...(gone.length > 0 && { gone }),
      ...(ids.length > 0 && { tableCount: tables.count }),
      ...(featuredChange && { featured: featuredChange }),
      ...(online !== publishedOnline && { online }),
      ...(seeksChanged && { seeks: shownSeeks() }),
    };
    changedTables = new Set();
    seeksChanged = false;
    publishedOnline = online;
    if (Object.keys(parts).length === 0) return;
    version += 1;
    const change = { node, version, ...parts };
    recentChanges.push(change);
    if (recentChanges.length > MAX_RECENT_CHANGES) recentChanges.shift();
    broadcasts.changed(change);
  }

  function putTable(row: GameRow): void {
    if (!tables.put(row)) return;
    changedTables.add(row.id);
    throttle.request();
  }

  service.onCommitted(({ events, summary, state }: Committed) => {
    const row = toGameRow(summary);
    if (!isFilled) committedWhileFilling.add(row.id);
    const seats = [...(tables.get(row.id)?.seats ?? []), ...row.seats]; // before and after
    putTable(row);
    live.update(row.id, state);
    const invited = new Set(seats.flatMap(({ reserved }) => reserved?.id ?? []));
    const concerned = new Set([...playersOf(seats), ...invited]); // who has left, too
    if (concerned.size > 0) broadcasts.ownGame([...concerned], row);
    if (invited.size > 0 && events.length > 0) broadcasts.invitation([...invited], row);
  });

  async function fill(): Promise<void> {
    for (const row of await queries.tables()) if (!committedWhileFilling.has(row.id)) putTable(row);
    for (const id of await queries.publicLiveGames()) {
      const state = await service.state(id);
      if (state !== null && !committedWhileFilling.has(id)) live.update(id, state);
    }
    committedWhileFilling.clear();
  }

  const shownSeeks = () => [...seeks.values()].slice(0, MAX_SHOWN_SEEKS);

  const view = (): LobbyView => ({
    node,
    version,
    ...tables.first(),
    tableCount: tables.count,
    featured: featured.view(),
    online,
    seeks: shownSeeks(),
  });

  const ownGames = async (player: PlayerId | undefined): Promise<GameRow[]> =>
    player === undefined ? [] : [...(await queries.unfinishedGamesOf(player, MAX_OWN_GAMES))];

  const filled = fill()
    .catch(report)
    .finally(() => (isFilled = true));

  return {
    /** Resolves when the lobby is filled from the store. */
    filled,
    tables,
    live,
    subscribe: subscriptions.subscribe,
    unsubscribe: subscriptions.unsubscribe,

    /** The lobby and a player's own games, as they are now. */
    read: async (player: PlayerId | undefined): Promise<PlayerLobby> => ({ view: view(), own: await ownGames(player) }),

    /** The changes since the version a client knows, or the whole view when these are not kept; and its own games. */
    async catchUp(
      player: PlayerId | undefined,
      known: { node: string; version: number } | null,
    ): Promise<Reply<'lobby:watch'>> {
      const own = await ownGames(player);
      const missed = known?.node === node ? version - known.version : Number.POSITIVE_INFINITY;
      if (missed < 0 || missed > recentChanges.length) return { catchUp: { kind: 'view', view: view() }, own };
      return { catchUp: { kind: 'changes', changes: recentChanges.slice(recentChanges.length - missed) }, own };
    },

    more: (below: Place): Reply<'lobby:more'> => tables.below(below),

    setOnline(players: number): void {
      online = players;
      throttle.request();
    },

    /** Sets how many players wait with a seek of this key. */
    setSeekers(key: string, seek: Seek, waiting: number): void {
      if (waiting > 0) seeks.set(key, { seek, waiting });
      else seeks.delete(key);
      seeksChanged = true;
      throttle.request();
    },

    close: (): void => throttle.close(),
  };
}

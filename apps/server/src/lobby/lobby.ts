import { randomUUID } from 'node:crypto';
import type {
  FeaturedChange,
  FeaturedGames,
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
import { toGameRow } from '../game/summary.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import { ANY_GAME, createFeaturedGames, type Featured, MAX_FEATURED } from './featured.ts';
import { createLiveGames } from './live-games.ts';
import { createOpenTables } from './open-tables.ts';
import { createThrottle } from './throttle.ts';

/** An own game in a list, at the most. */
const MAX_OWN_GAMES = 100;

/** Changes kept for those who missed some: about a quarter of a minute of a busy lobby. */
const MAX_RECENT_CHANGES = 60;

/** Wishes whose seekers are counted for everybody to see, at the most; strangers think them up. */
const MAX_SHOWN_SEEKS = 100;

/** To whom the lobby tells what. Nothing is told twice, and nothing to nobody. */
export type LobbyBroadcasts = {
  changed(change: LobbyChange): void;
  featured(filter: LiveFilter, version: number, featured: FeaturedChange): void;
  /** To those of the players who are in the lobby. */
  own(players: readonly PlayerId[], row: GameRow): void;
  /** To the players, wherever they are. */
  kept(players: readonly PlayerId[], row: GameRow): void;
};

type Followed = { readonly featured: Featured; version: number; readonly followers: Set<object> };

export type Lobby = ReturnType<typeof createLobby>;

/**
 * What everybody in the lobby sees, kept in memory: filled from the store at the start, and then by what this node
 * commits. What other nodes commit it does not hear yet. Changes go out together, each numbered, once for all.
 */
export function createLobby({
  service,
  lists,
  tell,
  ratingsOf,
  report,
}: {
  service: GameService;
  lists: GameQueries;
  tell: LobbyBroadcasts;
  ratingsOf: RatingsOf;
  report: (fault: unknown) => void;
}) {
  const node = randomUUID();
  const tables = createOpenTables();
  const live = createLiveGames(ratingsOf, () => batch.soon(), report);
  const best = createFeaturedGames(live.ranking, ANY_GAME, MAX_FEATURED.lobby);
  const followed = new Map<string, Followed>();
  const seeks = new Map<string, LobbyView['seeks'][number]>();
  const remembered: LobbyChange[] = [];
  let version = 0;
  let online = 0;
  let isFilled = false;
  const heard = new Set<GameId>(); // while filling: what is committed now is newer than what was read

  let changedTables = new Set<GameId>();
  let seeksChanged = false;
  let onlineTold = 0;
  const batch = createThrottle(flush);

  function flush(): void {
    const news = live.takeNews();
    for (const one of followed.values()) {
      const featured = one.featured.change(news);
      if (featured !== undefined) tell.featured(one.featured.filter, ++one.version, featured);
    }
    const ids = [...changedTables];
    const rows = ids.flatMap((id) => (tables.isListed(id) ? (tables.get(id) ?? []) : []));
    const gone = ids.filter((id) => !tables.isListed(id));
    const featured = best.change(news);
    const parts = {
      ...(rows.length > 0 && { tables: rows }),
      ...(gone.length > 0 && { gone }),
      ...(ids.length > 0 && { tableCount: tables.count }),
      ...(featured && { featured }),
      ...(online !== onlineTold && { online }),
      ...(seeksChanged && { seeks: seeksNow() }),
    };
    changedTables = new Set();
    seeksChanged = false;
    onlineTold = online;
    if (Object.keys(parts).length === 0) return;
    version += 1;
    const change = { node, version, ...parts };
    remembered.push(change);
    if (remembered.length > MAX_RECENT_CHANGES) remembered.shift();
    tell.changed(change);
  }

  function take(row: GameRow): void {
    if (!tables.put(row)) return;
    changedTables.add(row.id);
    batch.soon();
  }

  function hear({ events, summary, state }: Committed): void {
    const row = toGameRow(summary);
    if (!isFilled) heard.add(row.id);
    const before = tables.get(row.id)?.seats ?? [];
    take(row);
    live.take(row.id, state);
    const at = (seats: GameRow['seats'], who: 'player' | 'reserved') => seats.flatMap((seat) => seat[who]?.id ?? []);
    const expected = new Set([...at(before, 'reserved'), ...at(row.seats, 'reserved')]);
    const people = new Set([...at(before, 'player'), ...at(row.seats, 'player'), ...expected]);
    if (people.size > 0) tell.own([...people], row);
    if (expected.size > 0 && events.length > 0) tell.kept([...expected], row);
  }

  async function fill(): Promise<void> {
    for (const row of await lists.tables()) if (!heard.has(row.id)) take(row);
    for (const id of await lists.publicLiveGames()) {
      const state = await service.state(id);
      if (state !== null && !heard.has(id)) live.take(id, state);
    }
    heard.clear();
  }

  const seeksNow = () => [...seeks.values()].slice(0, MAX_SHOWN_SEEKS);

  function view(): LobbyView {
    const { tables: first, floor } = tables.first();
    return {
      node,
      version,
      tables: first,
      floor,
      tableCount: tables.count,
      featured: best.view(),
      online,
      seeks: seeksNow(),
    };
  }

  const ownOf = async (player: PlayerId | undefined): Promise<GameRow[]> =>
    player === undefined ? [] : [...(await lists.unfinishedGamesOf(player, MAX_OWN_GAMES))];

  service.onCommitted(hear);
  const filled = fill()
    .catch(report)
    .finally(() => (isFilled = true));

  return {
    /** Resolves when what stood in the store at the start is there. */
    filled,
    tables,
    live,

    /** The lobby and one's own games, as they are now. */
    visit: async (player: PlayerId | undefined): Promise<PlayerLobby> => ({ view: view(), own: await ownOf(player) }),

    /** The same, or only what somebody missed who knows an earlier version. */
    async catchUp(
      player: PlayerId | undefined,
      known: { node: string; version: number } | null,
    ): Promise<Reply<'lobby:watch'>> {
      const own = await ownOf(player);
      const missed = known?.node === node ? version - known.version : Number.POSITIVE_INFINITY;
      if (missed < 0 || missed > remembered.length) return { catchUp: { kind: 'view', view: view() }, own };
      return { catchUp: { kind: 'changes', changes: remembered.slice(remembered.length - missed) }, own };
    },

    more: (below: Place): Reply<'lobby:more'> => tables.below(below),

    /** Follows the best live games of a kind through a connection, and no others. */
    follow(connection: object, filter: LiveFilter | null): { version: number; featured: FeaturedGames } {
      this.unfollow(connection);
      if (filter === null) return { version: 0, featured: { games: [], count: 0 } };
      const key = JSON.stringify([filter.seats, filter.speed]);
      const one = followed.get(key) ?? {
        featured: createFeaturedGames(live.ranking, filter, MAX_FEATURED.watch),
        version: 0,
        followers: new Set(),
      };
      followed.set(key, one);
      one.followers.add(connection);
      return { version: one.version, featured: one.featured.view() };
    },

    unfollow(connection: object): void {
      for (const [key, { followers }] of followed) {
        if (followers.delete(connection) && followers.size === 0) followed.delete(key);
      }
    },

    /** So many people are here. */
    countOnline(people: number): void {
      online = people;
      batch.soon();
    },

    /** So many wait to be paired for this. */
    countSeek(key: string, seek: Seek, waiting: number): void {
      if (waiting > 0) seeks.set(key, { seek, waiting });
      else seeks.delete(key);
      seeksChanged = true;
      batch.soon();
    },

    close: (): void => batch.close(),
  };
}

import { GameId, LiveFilter, LiveGame } from '@terrace/protocol';
import { z } from 'zod';
import type { SharedState } from '../runtime/nodes.ports.ts';
import { bestGames, countGames } from './best-games.ts';
import type { RankedGame, Ranking } from './ranking.ts';

const MAX_FEATURED = { lobby: 8, livePage: 14 } as const;

const ANY_GAME: LiveFilter = { seats: null, speed: null };

const SEATS = [null, 2, 3, 4] as const;
const SPEEDS = [null, ...LiveFilter.shape.speed.def.innerType.options] as const;

/** The list in the lobby. The others have the key of their filter. */
export const LOBBY_LIST = 'lobby';

export const listOf = ({ seats, speed }: LiveFilter): string => `${seats} ${speed}`;

const LISTS: readonly (readonly [key: string, filter: LiveFilter, limit: number])[] = [
  [LOBBY_LIST, ANY_GAME, MAX_FEATURED.lobby],
  ...SEATS.flatMap((seats) =>
    SPEEDS.map((speed) => [listOf({ seats, speed }), { seats, speed }, MAX_FEATURED.livePage] as const),
  ),
];

const List = z.object({ order: z.array(GameId), count: z.int().nonnegative() });
export type List = z.infer<typeof List>;

const NO_GAMES: List = { order: [], count: 0 };

/** A featured game without its board, which nodes know from the game itself. */
const { board: _, ...withoutBoard } = LiveGame.shape;
const FeaturedGame = z.object({ ...withoutBoard, watching: z.int().nonnegative() });
export type FeaturedGame = z.infer<typeof FeaturedGame>;

export type Featured = ReturnType<typeof createFeatured>;

/** The best live games by filter. The leader chooses them, and all nodes know them. */
export function createFeatured(state: SharedState) {
  const lists = state.map('featured-lists', List);
  const games = state.map('featured-games', FeaturedGame);

  function setGames(ranking: Ranking, ids: ReadonlySet<GameId>): void {
    for (const id of ids) {
      const game = ranking.get(id);
      if (game !== undefined) games.set(id, toFeatured(game));
    }
    for (const [key] of [...games.entries()]) if (!ids.has(GameId.parse(key))) games.delete(key);
  }

  const shown = (): Set<GameId> => new Set([...lists.entries()].flatMap(([, { order }]) => order));

  return {
    list: (key: string): List => lists.get(key).values().next().value ?? NO_GAMES,
    game: (id: GameId): FeaturedGame | undefined => games.get(id).values().next().value,
    onListChange: lists.onChange,
    onGameChange: games.onChange,

    /** @param reorder whether to choose again, or only to publish changes of the chosen games */
    publish(ranking: Ranking, reorder: boolean): void {
      if (!reorder) {
        setGames(ranking, shown());
        return;
      }
      const chosen = LISTS.map(([key, filter, limit]) => ({
        key,
        order: bestGames(ranking, filter, limit).map(({ id }) => id),
        count: countGames(ranking, filter),
      }));
      const before = shown();
      const after = new Set(chosen.flatMap(({ order }) => order));
      setGames(ranking, new Set([...before, ...after])); // so that every list has its games at all times
      for (const { key, order, count } of chosen) lists.set(key, { order, count });
      setGames(ranking, after);
    },

    /** When another node leads. */
    withdraw(): void {
      for (const [key] of [...lists.entries()]) lists.delete(key);
      for (const [key] of [...games.entries()]) games.delete(key);
    },
  };
}

function toFeatured({ id, row, ratings, watching, idle }: RankedGame): FeaturedGame {
  const { settings, createdAt } = row;
  const seats = row.seats.flatMap(({ side, player }) => {
    const rating = player === null ? undefined : ratings.get(player.id);
    return player === null ? [] : [{ side, player, ...(rating && { rating }) }];
  });
  return { id, settings, seats, createdAt, watching, ...(idle && { idle }) };
}

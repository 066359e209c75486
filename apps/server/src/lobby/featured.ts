import { currentPosition, flagAt } from '@terrace/game';
import {
  type FeaturedChange,
  type FeaturedGames,
  type GameId,
  type LiveBoard,
  type LiveFilter,
  type LiveGame,
  ratingKindOf,
} from '@terrace/protocol';
import { formatPosition, squareName } from '@terrace/rules';
import type { LiveGameChanges } from './live-games.ts';
import { isOfPeople, type RankedGame, type Ranking } from './ranking.ts';

export const MAX_FEATURED = { lobby: 8, livePage: 14 } as const;

export const ANY_GAME: LiveFilter = { seats: null, speed: null };

export type Featured = ReturnType<typeof createFeatured>;

type Options = { readonly ranking: Ranking; readonly filter: LiveFilter; readonly limit: number };

/** The best live games between people. If none is active, a game between computers comes first. */
export function createFeatured({ ranking, filter, limit }: Options) {
  const matches = matcherOf(filter);
  let shown: readonly GameId[] = [];
  let count = 0;

  function choose(): RankedGame[] {
    const best = ranking.best(limit, (game) => matches(game) && isOfPeople(game));
    if (best.every(({ idle }) => idle)) {
      const amongComputers = ranking.best(1, (game) => matches(game) && !isOfPeople(game));
      return [...amongComputers, ...best].slice(0, limit);
    }
    // Without a seat filter, include at least one two-seat game and one larger game if such games are live.
    for (const isTwo of filter.seats === null ? [true, false] : []) {
      const fits = (game: RankedGame) => matches(game) && isOfPeople(game) && (game.state.seats.length === 2) === isTwo;
      const [missing] = best.some(fits) ? [] : ranking.best(1, fits);
      if (missing !== undefined) best.splice(limit - 1, 1, missing);
    }
    return best;
  }

  function reorder(): void {
    shown = choose().map(({ id }) => id);
    count = ranking.count(matches);
  }

  const read = (ids: readonly GameId[]): LiveGame[] => ids.flatMap((id) => toLiveGame(ranking.get(id)));

  reorder();
  return {
    filter,
    view: (): FeaturedGames => ({ games: read(shown), count }),

    /** The change to broadcast; undefined if these games are unaffected. */
    change(changes: LiveGameChanges): FeaturedChange | undefined {
      const [before, countBefore] = [shown, count];
      if (changes.reorder) reorder();
      const isNew = (id: GameId) => changes.changed.has(id) || !before.includes(id);
      const games = read(shown.filter(isNew));
      const boards = read(shown.filter((id) => changes.moved.has(id) && !isNew(id))).map(({ board }) => board);
      const sameOrder = shown.length === before.length && shown.every((id, i) => id === before[i]);
      if (games.length === 0 && boards.length === 0 && sameOrder && count === countBefore) return undefined;
      return { games, boards, ...(!sameOrder && { order: [...shown] }), count };
    },
  };
}

function matcherOf({ seats, speed }: LiveFilter): (game: RankedGame) => boolean {
  return ({ state }) =>
    (seats === null || state.seats.length === seats) && (speed === null || ratingKindOf(state.settings, 2) === speed);
}

function toLiveGame(game: RankedGame | undefined): LiveGame[] {
  if (game === undefined) return [];
  const { id, state, ratings, idle } = game;
  const seats = state.seats.flatMap(({ side, player }) => {
    const rating = player === null ? undefined : ratings.get(player.id);
    return player === null ? [] : [{ side, player, ...(rating && { rating }) }];
  });
  const { settings, createdAt } = state;
  return [{ id, settings, seats, createdAt, board: toLiveBoard(game), ...(idle && { idle }) }];
}

function toLiveBoard({ id, state, watching }: RankedGame): LiveBoard {
  const { move } = state.history;
  const position = currentPosition(state);
  const remaining = state.seats.flatMap(({ side }) => (state.clock ? [[side, state.clock.remainingMs[side]]] : []));
  return {
    id,
    position: formatPosition(position),
    last: move === undefined ? null : squareName(position.size, move.to),
    clock: state.clock && {
      remainingMs: Object.fromEntries(remaining),
      since: flagAt(state) === undefined ? null : state.clock.turnStartedAt,
    },
    watching,
  };
}

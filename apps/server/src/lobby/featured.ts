import { flagAt, positionOf } from '@terrace/game';
import {
  type FeaturedChange,
  type FeaturedGames,
  type GameId,
  kindOf,
  type LiveBoard,
  type LiveFilter,
  type LiveGame,
} from '@terrace/protocol';
import { formatPosition, squareName } from '@terrace/rules';
import type { RankedGame, Ranking } from './ranking.ts';

/** Boards that are followed live in the lobby, one of them large, and at most on the page of live games. */
export const MAX_FEATURED = { lobby: 8, watch: 14 } as const;

export const ANY_GAME: LiveFilter = { seats: null, speed: null };

/** What happened to live games since strips were last told of it. */
export type LiveGameChanges = {
  /** Whether other games are live than before, or their order is to be looked at again. */
  readonly reorder: boolean;
  /** Games of which more than the board is news. */
  readonly changed: ReadonlySet<GameId>;
  readonly moved: ReadonlySet<GameId>;
};

export type Featured = ReturnType<typeof createFeaturedGames>;

/** The best live games of a kind, and what became of them since they were last told. */
export function createFeaturedGames(games: Ranking, filter: LiveFilter, most: number) {
  const passes = passing(filter);
  let shown: readonly GameId[] = [];
  let count = 0;

  function choose(): RankedGame[] {
    const best = games.best(most, passes);
    // Whoever looks at all games sees one of two seats and one of more, if there are such.
    for (const few of filter.seats === null ? [true, false] : []) {
      const isSuch = (contest: RankedGame) => passes(contest) && (contest.state.seats.length === 2) === few;
      const [such] = best.some(isSuch) ? [] : games.best(1, isSuch);
      if (such !== undefined) best.splice(most - 1, 1, such);
    }
    return best;
  }

  function order(): void {
    shown = choose().map(({ id }) => id);
    count = games.count(filter.seats === null && filter.speed === null ? undefined : passes);
  }

  order();
  return {
    filter,
    view: (): FeaturedGames => ({ games: shown.flatMap((id) => cardOf(games.get(id))), count }),

    /** What to tell of the news; undefined when nothing of it shows here. */
    change({ reorder, changed, moved }: LiveGameChanges): FeaturedChange | undefined {
      const [before, countBefore] = [shown, count];
      if (reorder) order();
      const isNew = (id: GameId) => changed.has(id) || !before.includes(id);
      const cards = shown.filter(isNew).flatMap((id) => cardOf(games.get(id)));
      const boards = shown.filter((id) => moved.has(id) && !isNew(id)).flatMap((id) => cardOf(games.get(id)));
      const sameOrder = shown.length === before.length && shown.every((id, i) => id === before[i]);
      if (cards.length === 0 && boards.length === 0 && sameOrder && count === countBefore) return undefined;
      return {
        games: cards,
        boards: boards.map(({ board }) => board),
        ...(!sameOrder && { order: [...shown] }),
        count,
      };
    },
  };
}

function passing({ seats, speed }: LiveFilter): (contest: RankedGame) => boolean {
  return ({ state }) =>
    (seats === null || state.seats.length === seats) && (speed === null || kindOf(state.settings, 2) === speed);
}

const cardOf = (contest: RankedGame | undefined): LiveGame[] => {
  if (contest === undefined) return [];
  const { id, state, ratings } = contest;
  const seats = state.seats.flatMap(({ side, player }) => {
    const rating = player === null ? undefined : ratings.get(player.id);
    return player === null ? [] : [{ side, player, ...(rating && { rating }) }];
  });
  return [{ id, settings: state.settings, seats, createdAt: state.createdAt, board: boardOf(contest) }];
};

function boardOf({ id, state, watching }: RankedGame): LiveBoard {
  const { move } = state.history;
  const position = positionOf(state);
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

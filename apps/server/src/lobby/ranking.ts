import type { GameState } from '@terrace/game';
import type { GameId, PlayerId, RatingMark } from '@terrace/protocol';

/** A public live game and what it is ranked by. */
export type RankedGame = {
  readonly id: GameId;
  readonly state: GameState;
  readonly ratings: ReadonlyMap<PlayerId, RatingMark>;
  readonly watching: number;
};

const ratingSum = ({ ratings }: RankedGame): number => [...ratings.values()].reduce((sum, { value }) => sum + value, 0);

/** Order of featured games: by the sum of the players' ratings, then by the number of spectators, then the newest first. */
export const bestFirst = (a: RankedGame, b: RankedGame): number =>
  ratingSum(b) - ratingSum(a) ||
  b.watching - a.watching ||
  b.state.createdAt - a.state.createdAt ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export type Ranking = ReturnType<typeof createRanking>;

/** Public live games in a sorted array, so that the best are found without sorting all. */
export function createRanking() {
  const games = new Map<GameId, RankedGame>();
  const sorted: RankedGame[] = [];

  /** Index of a game in `sorted`, or where to insert it, by binary search. */
  function indexOf(game: RankedGame): number {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = sorted[middle];
      if (other !== undefined && bestFirst(other, game) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function remove(id: GameId): boolean {
    const known = games.get(id);
    if (known === undefined) return false;
    games.delete(id);
    sorted.splice(indexOf(known), 1);
    return true;
  }

  return {
    get: (id: GameId): RankedGame | undefined => games.get(id),
    put(game: RankedGame): void {
      remove(game.id);
      games.set(game.id, game);
      sorted.splice(indexOf(game), 0, game);
    },
    remove,
    /** The best games that match, at most `limit`. */
    best(limit: number, matches: (game: RankedGame) => boolean = () => true): RankedGame[] {
      const found: RankedGame[] = [];
      for (const game of sorted) {
        if (found.length >= limit) break;
        if (matches(game)) found.push(game);
      }
      return found;
    },
    count: (matches?: (game: RankedGame) => boolean): number =>
      matches === undefined ? sorted.length : sorted.filter(matches).length,
  };
}

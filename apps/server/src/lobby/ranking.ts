import type { GameState } from '@terrace/game';
import type { GameId, PlayerId, RatingMark } from '@terrace/protocol';

/** A live game that anybody may watch, with what it is ranked by. */
export type RankedGame = {
  readonly id: GameId;
  readonly state: GameState;
  readonly ratings: ReadonlyMap<PlayerId, RatingMark>;
  readonly watching: number;
};

const ratingSum = ({ ratings }: RankedGame): number => [...ratings.values()].reduce((sum, { value }) => sum + value, 0);

/** Best first: by what the players' ratings come to, then by how many watch, then the newest. */
export const bestFirst = (a: RankedGame, b: RankedGame): number =>
  ratingSum(b) - ratingSum(a) ||
  b.watching - a.watching ||
  b.state.createdAt - a.state.createdAt ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export type Ranking = ReturnType<typeof createRanking>;

/** Live games kept in their order, so that the best are read off without a look at the rest. */
export function createRanking() {
  const contests = new Map<GameId, RankedGame>();
  const order: RankedGame[] = [];

  /** Where a contest stands or would stand. */
  function placeOf(contest: RankedGame): number {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = order[middle];
      if (other !== undefined && bestFirst(other, contest) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function remove(id: GameId): boolean {
    const known = contests.get(id);
    if (known === undefined) return false;
    contests.delete(id);
    order.splice(placeOf(known), 1);
    return true;
  }

  return {
    get: (id: GameId): RankedGame | undefined => contests.get(id),
    put(contest: RankedGame): void {
      remove(contest.id);
      contests.set(contest.id, contest);
      order.splice(placeOf(contest), 0, contest);
    },
    remove,
    /** The best that pass, `most` at the most. */
    best(most: number, passes: (contest: RankedGame) => boolean = () => true): RankedGame[] {
      const found: RankedGame[] = [];
      for (const contest of order) {
        if (found.length >= most) break;
        if (passes(contest)) found.push(contest);
      }
      return found;
    },
    count: (passes?: (contest: RankedGame) => boolean): number =>
      passes === undefined ? order.length : order.filter(passes).length,
  };
}

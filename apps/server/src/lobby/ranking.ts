import type { GameState } from '@terrace/game';
import type { GameId, PlayerId, RatingMark } from '@terrace/protocol';

/** A live game that anybody may watch, with what it is ranked by. */
export type Contest = {
  readonly id: GameId;
  readonly state: GameState;
  readonly ratings: ReadonlyMap<PlayerId, RatingMark>;
  readonly watching: number;
};

const ratingSum = ({ ratings }: Contest): number => [...ratings.values()].reduce((sum, { value }) => sum + value, 0);

/** Best first: by what the players' ratings come to, then by how many watch, then the newest. */
export const byWorth = (a: Contest, b: Contest): number =>
  ratingSum(b) - ratingSum(a) ||
  b.watching - a.watching ||
  b.state.createdAt - a.state.createdAt ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export type Ranking = ReturnType<typeof ranking>;

/** Live games kept in their order, so that the best are read off without a look at the rest. */
export function ranking() {
  const contests = new Map<GameId, Contest>();
  const order: Contest[] = [];

  /** Where a contest stands or would stand. */
  function placeOf(contest: Contest): number {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = order[middle];
      if (other !== undefined && byWorth(other, contest) < 0) low = middle + 1;
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
    get: (id: GameId): Contest | undefined => contests.get(id),
    put(contest: Contest): void {
      remove(contest.id);
      contests.set(contest.id, contest);
      order.splice(placeOf(contest), 0, contest);
    },
    remove,
    /** The best that pass, `most` at the most. */
    best(most: number, passes: (contest: Contest) => boolean = () => true): Contest[] {
      const found: Contest[] = [];
      for (const contest of order) {
        if (found.length >= most) break;
        if (passes(contest)) found.push(contest);
      }
      return found;
    },
    count: (passes?: (contest: Contest) => boolean): number =>
      passes === undefined ? order.length : order.filter(passes).length,
  };
}

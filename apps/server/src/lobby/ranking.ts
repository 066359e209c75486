import {
  computerStrength,
  type GameId,
  type GameRow,
  isComputersOnly,
  type PlayerId,
  type RatingMark,
} from '@terrace/protocol';

export type RankedGame = {
  readonly id: GameId;
  readonly row: GameRow;
  readonly ratings: ReadonlyMap<PlayerId, RatingMark>;
  readonly watching: number;
  readonly idle: boolean;
};

export const isOfPeople = ({ row }: RankedGame): boolean => !isComputersOnly(row.seats);

const ratingSum = ({ ratings }: RankedGame): number =>
  [...ratings].reduce((sum, [player, { value }]) => sum + (computerStrength(player) === undefined ? value : 0), 0);

/** Games between people first, then active games, rating sum, spectators, and newest. */
export const bestFirst = (a: RankedGame, b: RankedGame): number =>
  Number(isOfPeople(b)) - Number(isOfPeople(a)) ||
  Number(a.idle) - Number(b.idle) ||
  ratingSum(b) - ratingSum(a) ||
  b.watching - a.watching ||
  b.row.createdAt - a.row.createdAt ||
  (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** An entry of the sorted array. `game` is replaced in place while the sort keys stay the same. */
type Ranked = { game: RankedGame };

const isRankedAs = (one: RankedGame, other: RankedGame): boolean =>
  one.watching === other.watching &&
  one.idle === other.idle &&
  one.ratings === other.ratings &&
  isOfPeople(one) === isOfPeople(other);

export type Ranking = ReturnType<typeof createRanking>;

/** Keeps games sorted, so that reading the best needs no sort. */
export function createRanking() {
  const games = new Map<GameId, Ranked>();
  const sorted: Ranked[] = [];

  /** The index of a game in `sorted`, or where to insert it. */
  function indexOf(game: RankedGame): number {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = sorted[middle];
      if (other !== undefined && bestFirst(other.game, game) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function remove(id: GameId): boolean {
    const known = games.get(id);
    if (known === undefined) return false;
    games.delete(id);
    sorted.splice(indexOf(known.game), 1);
    return true;
  }

  return {
    get: (id: GameId): RankedGame | undefined => games.get(id)?.game,
    ids: (): IterableIterator<GameId> => games.keys(),
    put(game: RankedGame): void {
      const known = games.get(game.id);
      if (known !== undefined && isRankedAs(known.game, game)) {
        known.game = game;
        return;
      }
      remove(game.id);
      const ranked = { game };
      games.set(game.id, ranked);
      sorted.splice(indexOf(game), 0, ranked);
    },
    remove,
    best(limit: number, matches: (game: RankedGame) => boolean = () => true): RankedGame[] {
      const found: RankedGame[] = [];
      for (const { game } of sorted) {
        if (found.length >= limit) break;
        if (matches(game)) found.push(game);
      }
      return found;
    },
    count: (matches: (game: RankedGame) => boolean = () => true): number =>
      sorted.filter(({ game }) => isOfPeople(game) && matches(game)).length,
  };
}

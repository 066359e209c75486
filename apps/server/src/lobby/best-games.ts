import { type LiveFilter, ratingKindOf } from '@terrace/protocol';
import { isOfPeople, type RankedGame, type Ranking } from './ranking.ts';

/** The best live games between people. If none is active, a game between computers comes first. */
export function bestGames(ranking: Ranking, filter: LiveFilter, limit: number): RankedGame[] {
  const matches = matcherOf(filter);
  const best = ranking.best(limit, (game) => matches(game) && isOfPeople(game));
  if (best.every(({ idle }) => idle)) {
    const amongComputers = ranking.best(1, (game) => matches(game) && !isOfPeople(game));
    return [...amongComputers, ...best].slice(0, limit);
  }
  // Without a seat filter, include at least one two-seat game and one larger game if such games are live.
  for (const isTwo of filter.seats === null ? [true, false] : []) {
    const fits = (game: RankedGame) => matches(game) && isOfPeople(game) && (game.row.seats.length === 2) === isTwo;
    const [missing] = best.some(fits) ? [] : ranking.best(1, fits);
    if (missing !== undefined) best.splice(limit - 1, 1, missing);
  }
  return best;
}

export const countGames = (ranking: Ranking, filter: LiveFilter): number => ranking.count(matcherOf(filter));

const matcherOf =
  ({ seats, speed }: LiveFilter): ((game: RankedGame) => boolean) =>
  ({ row }) =>
    (seats === null || row.seats.length === seats) && (speed === null || ratingKindOf(row.settings, 2) === speed);

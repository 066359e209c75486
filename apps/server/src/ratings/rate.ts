import type { PlayerId, RatingKind } from '@terrace/protocol';
import { rateGlicko } from './glicko.ts';
import { ratePlackettLuce } from './plackett-luce.ts';
import { deviationAt, INITIAL_RATING, initialRating, type StoredRating } from './rating.ts';

/** `before` includes the growth of the deviation up to the game. */
export type RatedPlayer = { readonly player: PlayerId; readonly before: StoredRating; readonly after: StoredRating };

/**
 * Uses Glicko-2 for two seats, and Plackett-Luce for three and four.
 *
 * @param places players by place, best first; players who share a place are together (R17)
 * @param current a missing player is unrated
 * @param endedAt ms since 1970
 */
export function rate(
  kind: RatingKind,
  places: readonly (readonly PlayerId[])[],
  current: ReadonlyMap<PlayerId, StoredRating>,
  endedAt: number,
): readonly RatedPlayer[] {
  const entrants = places.flatMap((sharing, rank) =>
    sharing.map((player) => ({ player, rank, before: ratingBefore(current.get(player), endedAt) })),
  );
  const changes = kind === 'three' || kind === 'four' ? byPlaces(entrants) : byScore(entrants);
  return entrants.map(({ player, before }, i) => ({
    player,
    before,
    after: { ...before, ...changes[i], games: before.games + 1, at: Math.max(before.at, endedAt) },
  }));
}

type Entrant = { readonly rank: number; readonly before: StoredRating };

function ratingBefore(known: StoredRating | undefined, endedAt: number): StoredRating {
  const stored = known ?? initialRating(endedAt);
  return { ...stored, deviation: deviationAt(stored, endedAt) };
}

const byPlaces = (entrants: readonly Entrant[]): readonly Partial<StoredRating>[] =>
  ratePlackettLuce(
    entrants.map(({ before }) => before),
    entrants.map(({ rank }) => rank),
  );

/** Each game is a separate rating period. */
const byScore = (entrants: readonly Entrant[]): readonly Partial<StoredRating>[] =>
  entrants.map(({ before, rank }) => {
    const others = entrants.filter((other) => other.before !== before);
    const games = others.map((other) => ({ opponent: other.before, score: (Math.sign(other.rank - rank) + 1) / 2 }));
    return rateGlicko({ ...before, volatility: before.volatility ?? INITIAL_RATING.volatility }, games);
  });

import type { PlayerId, RatingKind } from '@terrace/protocol';
import { rateGlicko } from './glicko.ts';
import { ratePlackettLuce } from './plackett-luce.ts';
import { deviationAt, INITIAL_RATING, initialRating, type StoredRating } from './rating.ts';

/** Somebody's strength as it went into a game, and as it came out of it. */
export type RatedPlayer = { readonly player: PlayerId; readonly before: StoredRating; readonly after: StoredRating };

/**
 * What a game does to the ratings of its players.
 *
 * @param places players by place, the best first; those who share a place together (R17)
 * @param standing what each is rated so far; who is missing has no rating yet
 * @param endedAt ms since 1970
 */
export function rate(
  kind: RatingKind,
  places: readonly (readonly PlayerId[])[],
  standing: ReadonlyMap<PlayerId, StoredRating>,
  endedAt: number,
): readonly RatedPlayer[] {
  const entrants = places.flatMap((sharing, rank) =>
    sharing.map((player) => ({ player, rank, before: entering(standing.get(player), endedAt) })),
  );
  const changes = kind === 'three' || kind === 'four' ? byPlaces(entrants) : byScore(entrants);
  return entrants.map(({ player, before }, i) => ({
    player,
    before,
    after: { ...before, ...changes[i], games: before.games + 1, at: Math.max(before.at, endedAt) },
  }));
}

type Entrant = { readonly rank: number; readonly before: StoredRating };

/** A deviation has grown since the last game; nothing is known of who comes for the first time. */
function entering(known: StoredRating | undefined, endedAt: number): StoredRating {
  const strength = known ?? initialRating(endedAt);
  return { ...strength, deviation: deviationAt(strength, endedAt) };
}

const byPlaces = (entrants: readonly Entrant[]): readonly Partial<StoredRating>[] =>
  ratePlackettLuce(
    entrants.map(({ before }) => before),
    entrants.map(({ rank }) => rank),
  );

/** One game is a rating period of its own. */
const byScore = (entrants: readonly Entrant[]): readonly Partial<StoredRating>[] =>
  entrants.map(({ before, rank }) => {
    const others = entrants.filter((other) => other.before !== before);
    const games = others.map((other) => ({ opponent: other.before, score: (Math.sign(other.rank - rank) + 1) / 2 }));
    return rateGlicko({ ...before, volatility: before.volatility ?? INITIAL_RATING.volatility }, games);
  });

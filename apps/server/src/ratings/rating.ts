import { DAY_MS, PROVISIONAL_ABOVE, type RatingMark } from '@terrace/protocol';

/** A player's rating in one kind of game, as the database keeps it. `at` is when the last rated game ended, in ms since 1970. */
export type StoredRating = {
  readonly rating: number;
  readonly deviation: number;
  /** Glicko-2's volatility; null in games of three and four, whose model has none. */
  readonly volatility: number | null;
  readonly games: number;
  readonly at: number;
};

/** Rating of a new player: the usual parameters of Glicko-2. */
export const INITIAL_RATING = { rating: 1500, deviation: 350, volatility: 0.06 } as const;

/** Rating points to one unit of Glicko-2's internal scale. */
export const GLICKO_SCALE = 173.7178;

/**
 * Length of a rating period without games, in ms, by which a deviation grows with time. At four days, an established
 * rating turns provisional again after about a year.
 */
export const RATING_PERIOD_MS = 4 * DAY_MS;

/** The rating with which a player goes into their first game. */
export const initialRating = (at: number): StoredRating => ({
  rating: INITIAL_RATING.rating,
  deviation: INITIAL_RATING.deviation,
  volatility: null,
  games: 0,
  at,
});

/** The deviation at a later instant: it grows with the time since the last game, up to that of a new player. */
export function deviationAt({ deviation, volatility, at }: StoredRating, now: number): number {
  const periods = Math.max(0, now - at) / RATING_PERIOD_MS;
  const drift = (volatility ?? INITIAL_RATING.volatility) * GLICKO_SCALE;
  return Math.min(INITIAL_RATING.deviation, Math.sqrt(deviation ** 2 + periods * drift ** 2));
}

/** What is shown beside a player's name. */
export const toRatingMark = (stored: StoredRating, now: number): RatingMark => ({
  value: Math.round(stored.rating),
  provisional: isProvisional(deviationAt(stored, now)),
});

export const isProvisional = (deviation: number): boolean => deviation > PROVISIONAL_ABOVE;

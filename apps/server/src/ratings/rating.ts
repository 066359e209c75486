import { DAY_MS, PROVISIONAL_ABOVE, type RatingMark } from '@terrace/protocol';

/** `at` is the end of the last rated game, in ms since 1970. */
export type StoredRating = {
  readonly rating: number;
  readonly deviation: number;
  /** Glicko-2's volatility; null in games of three and four, whose model has none. */
  readonly volatility: number | null;
  readonly games: number;
  readonly at: number;
};

/** The usual initial parameters of Glicko-2. */
export const INITIAL_RATING = { rating: 1500, deviation: 350, volatility: 0.06 } as const;

export const GLICKO_SCALE = 173.7178;

/** Sets how fast a deviation grows: an established rating becomes provisional after about a year. */
export const RATING_PERIOD_MS = 4 * DAY_MS;

export const initialRating = (at: number): StoredRating => ({
  rating: INITIAL_RATING.rating,
  deviation: INITIAL_RATING.deviation,
  volatility: null,
  games: 0,
  at,
});

/** The deviation grows with time since the last game, up to that of a new player. */
export function deviationAt({ deviation, volatility, at }: StoredRating, now: number): number {
  const periods = Math.max(0, now - at) / RATING_PERIOD_MS;
  const drift = (volatility ?? INITIAL_RATING.volatility) * GLICKO_SCALE;
  return Math.min(INITIAL_RATING.deviation, Math.sqrt(deviation ** 2 + periods * drift ** 2));
}

export const toRatingMark = (stored: StoredRating, now: number): RatingMark => ({
  value: Math.round(stored.rating),
  provisional: isProvisional(deviationAt(stored, now)),
});

export const isProvisional = (deviation: number): boolean => deviation > PROVISIONAL_ABOVE;

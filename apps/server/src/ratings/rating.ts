import { PROVISIONAL_ABOVE, type RatingMark } from '@terrace/protocol';

/** How strong a player is in one kind of game, as far as the games so far tell. `at` (ms since 1970) is the last of them. */
export type StoredRating = {
  readonly rating: number;
  readonly deviation: number;
  /** How much the strength itself is expected to move; for two seats only. */
  readonly volatility: number | null;
  readonly games: number;
  readonly at: number;
};

/** Where everybody begins, by the usual parameters of Glicko-2. */
export const INITIAL_RATING = { rating: 1500, deviation: 350, volatility: 0.06 } as const;

/** Rating points to one unit of Glicko-2's own scale. */
export const GLICKO_SCALE = 173.7178;

/**
 * Time away after which a deviation has grown as much as one game without news would make it, in ms. At four days, an
 * established rating turns provisional again after about a year.
 */
export const RATING_PERIOD_MS = 4 * 24 * 3_600_000;

/** Nobody has played yet: what a first game begins with. */
export const initialRating = (at: number): StoredRating => ({
  rating: INITIAL_RATING.rating,
  deviation: INITIAL_RATING.deviation,
  volatility: null,
  games: 0,
  at,
});

/** The deviation at a later instant: it grows with the time away, up to a newcomer's. */
export function deviationAt({ deviation, volatility, at }: StoredRating, now: number): number {
  const periods = Math.max(0, now - at) / RATING_PERIOD_MS;
  const drift = (volatility ?? INITIAL_RATING.volatility) * GLICKO_SCALE;
  return Math.min(INITIAL_RATING.deviation, Math.sqrt(deviation ** 2 + periods * drift ** 2));
}

/** As it stands beside a name. */
export const toRatingMark = (strength: StoredRating, now: number): RatingMark => ({
  value: Math.round(strength.rating),
  provisional: isProvisional(deviationAt(strength, now)),
});

export const isProvisional = (deviation: number): boolean => deviation > PROVISIONAL_ABOVE;

import { PROVISIONAL_ABOVE, type RatingMark } from '@terrace/protocol';

/** How strong a player is in one kind of game, as far as the games so far tell. `at` (ms since 1970) is the last of them. */
export type Strength = {
  readonly rating: number;
  readonly deviation: number;
  /** How much the strength itself is expected to move; for two seats only. */
  readonly volatility: number | null;
  readonly games: number;
  readonly at: number;
};

/** Where everybody begins, by the usual parameters of Glicko-2. */
export const START = { rating: 1500, deviation: 350, volatility: 0.06 } as const;

/** Rating points to one unit of Glicko-2's own scale. */
export const GLICKO_SCALE = 173.7178;

/**
 * Time away after which a deviation has grown as much as one game without news would make it, in ms. At four days, an
 * established rating turns provisional again after about a year.
 */
export const PERIOD = 4 * 24 * 3_600_000;

/** Nobody has played yet: what a first game begins with. */
export const newcomer = (at: number): Strength => ({
  rating: START.rating,
  deviation: START.deviation,
  volatility: null,
  games: 0,
  at,
});

/** The deviation at a later instant: it grows with the time away, up to a newcomer's. */
export function deviationAt({ deviation, volatility, at }: Strength, now: number): number {
  const periods = Math.max(0, now - at) / PERIOD;
  const drift = (volatility ?? START.volatility) * GLICKO_SCALE;
  return Math.min(START.deviation, Math.sqrt(deviation ** 2 + periods * drift ** 2));
}

/** As it stands beside a name. */
export const markOf = (strength: Strength, now: number): RatingMark => ({
  value: Math.round(strength.rating),
  provisional: isProvisional(deviationAt(strength, now)),
});

export const isProvisional = (deviation: number): boolean => deviation > PROVISIONAL_ABOVE;

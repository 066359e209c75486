import { computerStrength, STRENGTHS } from './computers.ts';
import type { PlayerId } from './ids.ts';
import type { RatingKind, RatingMark } from './ratings.ts';

/** Ratings by strength, weakest first: one a strength. */
type Row = readonly [number, number, number, number, number, number, number, number];

/**
 * By the round robin of `bench/engine/strengths.ts` (`bench/RESULTS.md`), two seats, strength 3 set to 1200. Other kinds of
 * games take it over.
 */
const MEASURED: Row = [700, 925, 1200, 1435, 1610, 1835, 2135, 2415];

/** How strong the computers play in each kind of game, on the people's scale. They never change by games. */
export const COMPUTER_RATINGS: Readonly<Record<RatingKind, Row>> = {
  bullet: MEASURED,
  blitz: MEASURED,
  rapid: MEASURED,
  classical: MEASURED,
  days: MEASURED,
  three: MEASURED,
  four: MEASURED,
};

/** A computer's rating in a kind of game; undefined for a person. */
export function computerRating(player: PlayerId, kind: RatingKind): RatingMark | undefined {
  const strength = computerStrength(player);
  const value = strength && COMPUTER_RATINGS[kind][STRENGTHS.indexOf(strength)];
  return value === undefined ? undefined : { value, provisional: false };
}

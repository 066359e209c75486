import { computerStrength, STRENGTHS } from './computers.ts';
import type { PlayerId } from './ids.ts';
import type { RatingKind, RatingMark } from './ratings.ts';

/** Ratings by strength, weakest first: one a strength. */
type Row = readonly [number, number, number, number, number, number, number, number];

const ESTIMATED: Row = [600, 850, 1100, 1300, 1500, 1700, 1900, 2100];

/** How strong the computers play in each kind of game, on the people's scale. They never change by games. */
export const COMPUTER_RATINGS: Readonly<Record<RatingKind, Row>> = {
  bullet: ESTIMATED,
  blitz: ESTIMATED,
  rapid: ESTIMATED,
  classical: ESTIMATED,
  days: ESTIMATED,
  three: ESTIMATED,
  four: ESTIMATED,
};

/** A computer's rating in a kind of game; undefined for a person. */
export function computerRating(player: PlayerId, kind: RatingKind): RatingMark | undefined {
  const strength = computerStrength(player);
  const value = strength && COMPUTER_RATINGS[kind][STRENGTHS.indexOf(strength)];
  return value === undefined ? undefined : { value, provisional: false };
}

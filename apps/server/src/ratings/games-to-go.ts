import { PlayerId, type RatingKind } from '@terrace/protocol';
import { rate } from './rate.ts';
import { deviationAt, initialRating, isProvisional, type StoredRating } from './rating.ts';

/** Bounds the loop: a rating becomes established after about thirty games. */
const MAX_GAMES = 99;
const OPPONENT_DEVIATION = 80;
const SELF = PlayerId.parse('player-1');
const OTHERS = ['player-2', 'player-3', 'player-4'].map((id) => PlayerId.parse(id));
type Places = readonly (readonly PlayerId[])[];

/** The number of games, if played at once against established players of the same strength. */
export function gamesToGo(kind: RatingKind, stored: StoredRating, now: number): number {
  let own: StoredRating = { ...stored, deviation: deviationAt(stored, now), at: now };
  const opponent = { ...initialRating(now), rating: stored.rating, deviation: OPPONENT_DEVIATION };
  const seats = kind === 'three' ? 3 : kind === 'four' ? 4 : 2;
  const others = OTHERS.slice(0, seats - 1);
  for (let games = 0; games < MAX_GAMES; games += 1) {
    if (!isProvisional(own.deviation)) return games;
    const before = new Map([[SELF, own], ...others.map((other) => [other, opponent] as const)]);
    own = rate(kind, neutralPlaces(others), before, now).find(({ player }) => player === SELF)?.after ?? own;
  }
  return MAX_GAMES;
}

/** A draw, or second place of several. The model learns least from a draw and most from last place. */
const neutralPlaces = (others: readonly PlayerId[]): Places =>
  others.length === 1 ? [[SELF, ...others]] : [others.slice(0, 1), [SELF], ...others.slice(1).map((other) => [other])];

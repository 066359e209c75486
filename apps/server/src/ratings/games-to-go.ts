import { PlayerId, type RatingKind } from '@terrace/protocol';
import { rate } from './rate.ts';
import { deviationAt, initialRating, isProvisional, type StoredRating } from './rating.ts';

/** A rating is established after some thirty games of any kind, so this only bounds the work. */
const MOST = 99;
const OPPONENT_DEVIATION = 80;
const SELF = PlayerId.parse('player-1');
const OTHERS = ['player-2', 'player-3', 'player-4'].map((id) => PlayerId.parse(id));
type Places = readonly (readonly PlayerId[])[];

/**
 * How many games a provisional rating needs to be established, if they are played at once against established players of
 * the same strength. A game more or less, as results and opponents come out.
 *
 * @returns 0 for a rating that is established
 */
export function gamesToGo(kind: RatingKind, stored: StoredRating, now: number): number {
  let own: StoredRating = { ...stored, deviation: deviationAt(stored, now), at: now };
  const opponent = { ...initialRating(now), rating: stored.rating, deviation: OPPONENT_DEVIATION };
  const seats = kind === 'three' ? 3 : kind === 'four' ? 4 : 2;
  const others = OTHERS.slice(0, seats - 1);
  for (let games = 0; games < MOST; games += 1) {
    if (!isProvisional(own.deviation)) return games;
    const before = new Map([[SELF, own], ...others.map((other) => [other, opponent] as const)]);
    own = rate(kind, middling(others), before, now).find(({ player }) => player === SELF)?.after ?? own;
  }
  return MOST;
}

/** A draw of two; of more, the second place: the model learns least from a draw and most from a last place. */
const middling = (others: readonly PlayerId[]): Places =>
  others.length === 1 ? [[SELF, ...others]] : [others.slice(0, 1), [SELF], ...others.slice(1).map((other) => [other])];

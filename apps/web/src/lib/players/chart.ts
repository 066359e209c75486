import type { RatingHistory } from '@terrace/protocol';

/** Deviations either side of a rating within which the true strength lies in 19 of 20 cases. */
const SPREAD = 1.96;

/** Within which a rating's true strength probably lies. */
const boundsOf = ({ rating, deviation }: RatingHistory['points'][number]) => ({
  upper: rating + SPREAD * deviation,
  lower: rating - SPREAD * deviation,
});

type Column = (number | null)[];

/**
 * Columns for a chart: number of the game, rating after it, and the upper and lower bound of what it may be. A single game
 * has a point with its band round it, half a game wide either way, as a band needs two ends to be seen.
 */
export function seriesOf({ points }: RatingHistory): [number[], Column, Column, Column] {
  const [first] = points;
  if (first !== undefined && points.length === 1) {
    const { upper, lower } = boundsOf(first);
    return [
      [0.5, 1, 1.5],
      [null, first.rating, null],
      [upper, upper, upper],
      [lower, lower, lower],
    ];
  }
  return [
    points.map((_, n) => n + 1),
    points.map(({ rating }) => rating),
    points.map((point) => boundsOf(point).upper),
    points.map((point) => boundsOf(point).lower),
  ];
}

/** What the chart shows, in figures; undefined before the first game. */
export function summaryOf({ points }: RatingHistory) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const best = Math.max(...points.map(({ rating }) => rating));
  const { upper, lower } = boundsOf(last);
  return {
    games: points.length,
    first: first.rating,
    last: last.rating,
    best,
    upper: Math.round(upper),
    lower: Math.round(lower),
  };
}

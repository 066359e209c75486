import type { RatingHistory } from '@terrace/protocol';

/** Deviations either side of a rating within which the true strength lies in 19 of 20 cases. */
const SPREAD = 1.96;

/** Columns for a chart: number of the game, rating after it, and the upper and lower bound of what it may be. */
export function seriesOf({ points }: RatingHistory): [number[], number[], number[], number[]] {
  return [
    points.map((_, n) => n + 1),
    points.map(({ rating }) => rating),
    points.map(({ rating, deviation }) => rating + SPREAD * deviation),
    points.map(({ rating, deviation }) => rating - SPREAD * deviation),
  ];
}

/** What the chart shows, in figures; undefined while there is no line to draw. */
export function summaryOf({ points }: RatingHistory) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return undefined;
  const best = Math.max(...points.map(({ rating }) => rating));
  return { games: points.length, first: first.rating, last: last.rating, best };
}

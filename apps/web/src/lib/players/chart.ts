import type { RatingHistory } from '@terrace/protocol';

/** Half-width of a 95 % confidence interval, in deviations. */
const SPREAD = 1.96;

/** The 95 % confidence interval of a rating. */
const boundsOf = ({ rating, deviation }: RatingHistory['points'][number]) => ({
  upper: rating + SPREAD * deviation,
  lower: rating - SPREAD * deviation,
});

/** Fraction of a chart's height that stays empty above and below. */
const PADDING = 0.1;
/** Maximum number of labels per axis, so that they do not touch on a phone. */
const MOST = { games: 7, ratings: 5 };

/** A chart's points, confidence band and axes. A single game is in the middle of its axis and band. */
export function chartOf(history: RatingHistory) {
  const points = history.points.map((point, n) => ({ game: n + 1, rating: point.rating, ...boundsOf(point) }));
  const [low, high] = [Math.min(...points.map(({ lower }) => lower)), Math.max(...points.map(({ upper }) => upper))];
  const room = PADDING * (high - low || 1);
  const aside = points.length === 1 ? 0.5 : 0;
  return {
    points,
    band: points.length === 1 ? [0.5, 1.5].flatMap((game) => points.map((point) => ({ ...point, game }))) : points,
    games: axis(1 - aside, points.length + aside, MOST.games),
    ratings: axis(low - room, high + room, MOST.ratings),
  };
}

/** An axis with at most `most` integer ticks, at multiples of 1, 2 or 5 times a power of ten. */
function axis(from: number, to: number, most: number) {
  let step = 1;
  for (let n = 0; (to - from) / step > most; n += 1) step = ([2, 5, 10][n % 3] ?? 1) * 10 ** Math.floor(n / 3);
  const first = Math.ceil(from / step);
  const ticks = Array.from({ length: Math.floor(to / step) - first + 1 }, (_, n) => (first + n) * step);
  return { from, to, ticks };
}

/** The figures of the caption; undefined before the first game. */
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

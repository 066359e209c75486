export interface Interval {
  readonly low: number;
  readonly mean: number;
  readonly high: number;
}

const Z = 1.96;

/**
 * Wilson's interval of a share of points. A draw counts as half a point, which makes the interval slightly too wide,
 * never too narrow.
 *
 * @param points won, of `games` that could be won
 */
export function wilson(points: number, games: number): Interval {
  if (games === 0) return { low: 0, mean: Number.NaN, high: 1 };
  const mean = points / games;
  const z2 = Z * Z;
  const middle = (mean + z2 / (2 * games)) / (1 + z2 / games);
  const width = (Z * Math.sqrt((mean * (1 - mean)) / games + z2 / (4 * games * games))) / (1 + z2 / games);
  return { low: Math.max(0, middle - width), mean, high: Math.min(1, middle + width) };
}

/** The rating difference at which the stronger side expects this share of points. */
export const eloOf = (share: number): number => 400 * Math.log10(share / (1 - share)) || 0;

/** The share of points that a rating difference lets the stronger side expect. */
export const shareAt = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));

export const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)} %`;

/** `63.5 % (60.1 to 66.8)`. */
export const percentInterval = ({ low, mean, high }: Interval): string =>
  `${percent(mean)} (${(low * 100).toFixed(1)} to ${(high * 100).toFixed(1)})`;

/** `+96 (71 to 122)`. Infinite ends are written as such. */
export function eloInterval({ low, mean, high }: Interval): string {
  const text = (share: number): string => (share >= 1 ? 'inf' : share <= 0 ? '-inf' : eloOf(share).toFixed(0));
  return `${mean > 0.5 && mean < 1 ? '+' : ''}${text(mean)} (${text(low)} to ${text(high)})`;
}

/** The most likely ratings (Bradley and Terry), by Newton's method, one player at a time. All start at 0. */
export function ratingsOf(
  count: number,
  results: readonly { a: number; b: number; points: number; games: number }[],
): readonly number[] {
  const ratings = new Array<number>(count).fill(0);
  const expected = (a: number, b: number): number => 1 / (1 + 10 ** (((ratings[b] ?? 0) - (ratings[a] ?? 0)) / 400));
  const slope = Math.log(10) / 400;
  for (let round = 0; round < 500; round++) {
    for (let player = 0; player < count; player++) {
      let [gain, bend] = [0, 1e-9];
      for (const { a, b, points, games } of results) {
        if (a !== player && b !== player) continue;
        const other = a === player ? b : a;
        const won = a === player ? points : games - points;
        const share = expected(player, other);
        gain += slope * (won - games * share);
        bend += slope * slope * games * share * (1 - share);
      }
      const step = Math.max(-100, Math.min(100, gain / bend));
      ratings[player] = (ratings[player] ?? 0) + step;
    }
  }
  const middle = ratings.reduce((sum, rating) => sum + rating, 0) / count;
  return ratings.map((rating) => rating - middle);
}

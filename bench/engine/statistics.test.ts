import { expect, test } from 'vitest';
import { eloOf, ratingsOf, wilson } from './statistics.ts';

test('an interval contains its share and narrows with more games', () => {
  const few = wilson(75, 100);
  const many = wilson(750, 1000);
  expect(few.low).toBeCloseTo(0.6569, 3); // by the formula of Wilson (1927)
  expect(few.high).toBeCloseTo(0.8245, 3);
  expect(many.low).toBeGreaterThan(few.low);
  expect(many.high).toBeLessThan(few.high);
});

test('a share of ten elevenths is 400 points', () => {
  expect(eloOf(10 / 11)).toBeCloseTo(400);
  expect(eloOf(0.5)).toBe(0);
});

test('ratings reproduce the expected scores of their results', () => {
  const truth = [1000, 1150, 1400];
  const results = [
    [0, 1],
    [1, 2],
    [0, 2],
  ].map(([a = 0, b = 0]) => {
    const share = 1 / (1 + 10 ** (((truth[b] ?? 0) - (truth[a] ?? 0)) / 400));
    return { a, b, games: 1000, points: 1000 * share };
  });
  const [low = 0, middle = 0, high = 0] = ratingsOf(3, results);
  expect(middle - low).toBeCloseTo(150, 3);
  expect(high - middle).toBeCloseTo(250, 3);
});

import { GameId, type RatingHistory } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { chartOf, summaryOf } from './chart.ts';

const gameId = GameId.parse('abcdefghijkl');
const history = (...ratings: number[]): RatingHistory => ({
  kind: 'blitz',
  points: ratings.map((rating, n) => ({ at: 1000 * n, gameId, rating, deviation: 100 })),
});

test('a chart has points with bounds, and ticks at round numbers', () => {
  expect(chartOf(history(1500, 1600))).toMatchObject({
    points: [
      { game: 1, rating: 1500, upper: 1696, lower: 1304 },
      { game: 2, rating: 1600, upper: 1796, lower: 1404 },
    ],
    games: { from: 1, to: 2, ticks: [1, 2] },
    ratings: { from: expect.closeTo(1254.8), to: expect.closeTo(1845.2), ticks: [1400, 1600, 1800] },
  });
  const long = history(...Array.from({ length: 1000 }, (_, n) => 1500 + (n % 300)));
  expect(chartOf(long).games.ticks).toEqual([200, 400, 600, 800, 1000]);
});

test('the summary contains the first, latest and best rating', () => {
  expect(summaryOf(history(1500, 1640, 1610))).toEqual({
    games: 3,
    first: 1500,
    last: 1610,
    best: 1640,
    upper: 1806,
    lower: 1414,
  });
  expect(summaryOf(history())).toBeUndefined();
});

test('a single game is in the middle of the axis', () => {
  expect(chartOf(history(1500)).games).toEqual({ from: 0.5, to: 1.5, ticks: [1] });
  expect(summaryOf(history(1500))).toMatchObject({ games: 1, last: 1500, upper: 1696, lower: 1304 });
});

import { GameId, type RatingHistory } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { seriesOf, summaryOf } from './chart.ts';

const gameId = GameId.parse('abcdefghijkl');
const history = (...ratings: number[]): RatingHistory => ({
  kind: 'blitz',
  points: ratings.map((rating, n) => ({ at: 1000 * n, gameId, rating, deviation: 100 })),
});

test('a chart has a line and the band the true strength lies in, game by game', () => {
  expect(seriesOf(history(1500, 1600))).toEqual([
    [1, 2],
    [1500, 1600],
    [1696, 1796],
    [1304, 1404],
  ]);
});

test('its summary says where it began, where it stands, and the best', () => {
  expect(summaryOf(history(1500, 1640, 1610))).toEqual({
    ...{ games: 3, first: 1500, last: 1610, best: 1640 },
    ...{ upper: 1806, lower: 1414 },
  });
  expect(summaryOf(history())).toBeUndefined();
});

test('the first game is a point with its band, wide enough to be seen', () => {
  expect(seriesOf(history(1500))).toEqual([
    [0.5, 1, 1.5],
    [null, 1500, null],
    [1696, 1696, 1696],
    [1304, 1304, 1304],
  ]);
  expect(summaryOf(history(1500))).toMatchObject({ games: 1, last: 1500, upper: 1696, lower: 1304 });
});

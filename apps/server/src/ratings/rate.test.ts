import { PlayerId } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { rateGlicko } from './glicko.ts';
import { rate } from './rate.ts';
import {
  deviationAt,
  INITIAL_RATING,
  initialRating,
  isProvisional,
  RATING_PERIOD_MS,
  type StoredRating,
} from './rating.ts';

const [ann, ben, cleo, dora] = ['ann', 'ben', 'cleo', 'dora'].map((name) => PlayerId.parse(`player-${name}`)) as [
  PlayerId,
  PlayerId,
  PlayerId,
  PlayerId,
];
const none: ReadonlyMap<PlayerId, StoredRating> = new Map();
const NOW = 1_800_000_000_000;

const gains = (...given: Parameters<typeof rate>) =>
  Object.fromEntries(rate(...given).map(({ player, before, after }) => [player, after.rating - before.rating]));

test("Glickman's worked example yields the published rating", () => {
  const games = [
    { opponent: { rating: 1400, deviation: 30 }, score: 1 },
    { opponent: { rating: 1550, deviation: 100 }, score: 0 },
    { opponent: { rating: 1700, deviation: 300 }, score: 0 },
  ];
  const after = rateGlicko({ rating: 1500, deviation: 200, volatility: 0.06 }, games);
  expect(after.rating).toBeCloseTo(1464.05, 2); // his paper prints 1464.06, after rounding intermediate results
  expect(after.deviation).toBeCloseTo(151.52, 2);
  expect(after.volatility).toBeCloseTo(0.05999, 4);
});

test('between two new players the winner gains as much as the loser loses, and a draw changes nothing', () => {
  const won = gains('blitz', [[ann], [ben]], none, NOW);
  expect(won[ann]).toBeGreaterThan(100);
  expect(won[ann]).toBeCloseTo(-(won[ben] ?? 0));
  expect(gains('blitz', [[ann, ben]], none, NOW)).toEqual({ [ann]: 0, [ben]: 0 });
});

test('with three seats gains follow the order of finish, and players who share a place gain the same', () => {
  const apart = gains('three', [[ann], [ben], [cleo]], none, NOW);
  expect(apart[ann]).toBeGreaterThan(0);
  expect(apart[ann]).toBeGreaterThan(apart[ben] ?? 0);
  expect(apart[ben]).toBeGreaterThan(apart[cleo] ?? 0);
  expect(apart[cleo]).toBeLessThan(0);

  const shared = gains('three', [[ann], [ben, cleo]], none, NOW);
  expect(shared[ben]).toBeCloseTo(shared[cleo] ?? 0);
  expect(shared[ann]).toBeGreaterThan(0);
  expect(shared[ben]).toBeLessThan(0);
});

test('with four seats gains follow the order of finish, and a draw of all changes nothing', () => {
  const apart = gains('four', [[dora], [cleo], [ben], [ann]], none, NOW);
  const order = [dora, cleo, ben, ann].map((player) => apart[player] ?? 0);
  expect(order).toEqual([...order].sort((a, b) => b - a));
  expect(new Set(order).size).toBe(4);

  const shared = gains(
    'four',
    [
      [ann, ben],
      [cleo, dora],
    ],
    none,
    NOW,
  );
  expect(shared[ann]).toBeCloseTo(shared[ben] ?? 0);
  expect(shared[ann]).toBeGreaterThan(0);
  expect(shared[cleo]).toBeCloseTo(shared[dora] ?? 0);
  expect(shared[cleo]).toBeLessThan(0);
  for (const gain of Object.values(gains('four', [[ann, ben, cleo, dora]], none, NOW))) expect(gain).toBeCloseTo(0);
});

test('a rating becomes established through games, in both models', () => {
  for (const [kind, groups] of [
    ['blitz', [[ann], [ben]]],
    ['three', [[ann], [ben], [cleo]]],
    ['four', [[ann], [ben], [cleo], [dora]]],
  ] as const) {
    let current = none;
    let games = 0;
    while (isProvisional(current.get(ann)?.deviation ?? INITIAL_RATING.deviation) && games < 100) {
      games += 1;
      const turned = groups.map((_, i) => groups[(i + games) % groups.length] ?? []);
      current = new Map(rate(kind, turned, current, NOW).map(({ player, after }) => [player, after]));
    }
    expect(games, kind).toBeGreaterThan(5);
    expect(games, kind).toBeLessThan(60);
    expect(current.get(ann)?.games).toBe(games);
  }
});

test('a deviation grows with time up to that of a new player, and a game after a break changes the rating more', () => {
  const stored: StoredRating = { ...initialRating(NOW), deviation: 60, volatility: 0.06 };
  expect(deviationAt(stored, NOW)).toBe(60);
  expect(deviationAt(stored, NOW - RATING_PERIOD_MS)).toBe(60);
  const year = NOW + 365 * 24 * 3_600_000;
  expect(deviationAt(stored, year)).toBeGreaterThan(deviationAt(stored, NOW + RATING_PERIOD_MS));
  expect(isProvisional(deviationAt(stored, year))).toBe(true);
  expect(deviationAt(stored, NOW + 100_000 * RATING_PERIOD_MS)).toBe(INITIAL_RATING.deviation);

  const current = new Map([ann, ben].map((player) => [player, stored]));
  const soon = gains('blitz', [[ann], [ben]], current, NOW);
  const late = gains('blitz', [[ann], [ben]], current, year);
  expect(late[ann]).toBeGreaterThan(soon[ann] ?? Number.POSITIVE_INFINITY);
});

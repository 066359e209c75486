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

test("Glickman's worked example comes out", () => {
  const games = [
    { opponent: { rating: 1400, deviation: 30 }, score: 1 },
    { opponent: { rating: 1550, deviation: 100 }, score: 0 },
    { opponent: { rating: 1700, deviation: 300 }, score: 0 },
  ];
  const after = rateGlicko({ rating: 1500, deviation: 200, volatility: 0.06 }, games);
  expect(after.rating).toBeCloseTo(1464.05, 2); // he prints 1464.06, having rounded on the way
  expect(after.deviation).toBeCloseTo(151.52, 2);
  expect(after.volatility).toBeCloseTo(0.05999, 4);
});

test('between two newcomers what one wins the other loses, and a draw moves nobody', () => {
  const won = gains('blitz', [[ann], [ben]], none, NOW);
  expect(won[ann]).toBeGreaterThan(100);
  expect(won[ann]).toBeCloseTo(-(won[ben] ?? 0));
  expect(gains('blitz', [[ann, ben]], none, NOW)).toEqual({ [ann]: 0, [ben]: 0 });
});

test('with three seats the order of finish is the order of gains, and those who share a place gain the same', () => {
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

test('with four seats, too, and a draw of all moves nobody', () => {
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

test('a rating becomes established by playing, in both models', () => {
  for (const [kind, groups] of [
    ['blitz', [[ann], [ben]]],
    ['three', [[ann], [ben], [cleo]]],
    ['four', [[ann], [ben], [cleo], [dora]]],
  ] as const) {
    let standing = none;
    let games = 0;
    while (isProvisional(standing.get(ann)?.deviation ?? INITIAL_RATING.deviation) && games < 100) {
      games += 1;
      const turned = groups.map((_, i) => groups[(i + games) % groups.length] ?? []);
      standing = new Map(rate(kind, turned, standing, NOW).map(({ player, after }) => [player, after]));
    }
    expect(games, kind).toBeGreaterThan(5);
    expect(games, kind).toBeLessThan(60);
    expect(standing.get(ann)?.games).toBe(games);
  }
});

test('a deviation grows with time away, never past a newcomer’s, and a game after a break moves more', () => {
  const settled: StoredRating = { ...initialRating(NOW), deviation: 60, volatility: 0.06 };
  expect(deviationAt(settled, NOW)).toBe(60);
  expect(deviationAt(settled, NOW - RATING_PERIOD_MS)).toBe(60);
  const year = NOW + 365 * 24 * 3_600_000;
  expect(deviationAt(settled, year)).toBeGreaterThan(deviationAt(settled, NOW + RATING_PERIOD_MS));
  expect(isProvisional(deviationAt(settled, year))).toBe(true);
  expect(deviationAt(settled, NOW + 100_000 * RATING_PERIOD_MS)).toBe(INITIAL_RATING.deviation);

  const standing = new Map([ann, ben].map((player) => [player, settled]));
  const soon = gains('blitz', [[ann], [ben]], standing, NOW);
  const late = gains('blitz', [[ann], [ben]], standing, year);
  expect(late[ann]).toBeGreaterThan(soon[ann] ?? Number.POSITIVE_INFINITY);
});

import { rate } from 'openskill';
import { expect, test } from 'vitest';
import { ratePlackettLuce } from './plackett-luce.ts';
import { INITIAL_RATING } from './rating.ts';

const SCALE = INITIAL_RATING.deviation / (25 / 3);

/** The same with openskill, which implements the paper as well. */
const byOpenskill = (players: Parameters<typeof ratePlackettLuce>[0], ranks: readonly number[]) =>
  rate(
    players.map(({ rating, deviation }) => [
      { mu: 25 + (rating - INITIAL_RATING.rating) / SCALE, sigma: deviation / SCALE },
    ]),
    { rank: [...ranks], gamma: () => 1 },
  )
    .flat()
    .map(({ mu, sigma }) => ({
      rating: INITIAL_RATING.rating + (mu - 25) * SCALE,
      deviation: Math.min(INITIAL_RATING.deviation, sigma * SCALE),
    }));

const RANKS = [
  [1, 2, 3],
  [3, 1, 2],
  [1, 1, 3],
  [2, 1, 2],
  [1, 1, 1],
  [4, 3, 2, 1],
  [1, 3, 3, 2],
  [2, 2, 1, 1],
  [1, 2, 2, 2],
];

test.each(RANKS.map((ranks) => ({ ranks })))('players with the ranks $ranks are rated as by openskill', ({ ranks }) => {
  for (let games = 0; games < 50; games += 1) {
    const players = ranks.map((_, i) => ({
      rating: 600 + ((games * 389 + i * 977) % 2_400),
      deviation: 30 + ((games * 71 + i * 133) % 320),
    }));
    const expected = byOpenskill(players, ranks);
    for (const [i, { rating, deviation }] of ratePlackettLuce(players, ranks).entries()) {
      expect(rating).toBeCloseTo(expected[i]?.rating ?? 0, 6);
      expect(deviation).toBeCloseTo(expected[i]?.deviation ?? 0, 6);
    }
  }
});

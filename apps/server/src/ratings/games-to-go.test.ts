import { RATING_KINDS } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { gamesToGo } from './games-to-go.ts';
import { initialRating } from './rating.ts';

const now = Date.UTC(2026, 0, 1);

test.each(RATING_KINDS)('the games to go in %s decrease with each game and are zero once established', (kind) => {
  const initial = gamesToGo(kind, initialRating(now), now);
  expect(initial).toBeGreaterThan(5);
  expect(initial).toBeLessThan(45);
  const later = gamesToGo(kind, { ...initialRating(now), deviation: 150, volatility: 0.06, games: 9 }, now);
  expect(later).toBeLessThan(initial);
  expect(later).toBeGreaterThan(0);
  expect(gamesToGo(kind, { ...initialRating(now), deviation: 80, volatility: 0.06, games: 30 }, now)).toBe(0);
});

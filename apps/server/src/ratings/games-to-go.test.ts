import { RATING_KINDS } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { gamesToGo } from './games-to-go.ts';
import { initialRating } from './rating.ts';

const now = Date.UTC(2026, 0, 1);

test.each(RATING_KINDS)(
  'a new player of %s has some games to go, one who has played fewer, and the established none',
  (kind) => {
    const anew = gamesToGo(kind, initialRating(now), now);
    expect(anew).toBeGreaterThan(5);
    expect(anew).toBeLessThan(45);
    const later = gamesToGo(kind, { ...initialRating(now), deviation: 150, volatility: 0.06, games: 9 }, now);
    expect(later).toBeLessThan(anew);
    expect(later).toBeGreaterThan(0);
    expect(gamesToGo(kind, { ...initialRating(now), deviation: 80, volatility: 0.06, games: 30 }, now)).toBe(0);
  },
);

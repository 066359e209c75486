import { DAY_MS, HOUR_MS } from '@terrace/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysLeftIn, yearsOf } from './days.ts';

const at = (instant: string) => Date.parse(instant);
const vacation = (since: string, ms: number) => ({ since: at(since), until: at(since) + ms });

test('each started day of a vacation is used', () => {
  expect(daysLeftIn(2026, [vacation('2026-06-01T10:00Z', 0)])).toBe(29);
  expect(daysLeftIn(2026, [vacation('2026-06-01T10:00Z', DAY_MS)])).toBe(29);
  expect(daysLeftIn(2026, [vacation('2026-06-01T10:00Z', DAY_MS + 1)])).toBe(28);
  expect(daysLeftIn(2026, [vacation('2026-06-01T10:00Z', HOUR_MS), vacation('2026-06-01T12:00Z', HOUR_MS)])).toBe(28);
});

test('a vacation over New Year uses days of both years', () => {
  const winter = vacation('2026-12-30T12:00Z', 5 * DAY_MS);
  expect(yearsOf(winter)).toEqual([2026, 2027]);
  expect([daysLeftIn(2026, [winter]), daysLeftIn(2027, [winter])]).toEqual([28, 27]);
});

test('an earlier end never uses more days', () => {
  const spans = fc.integer({ min: 0, max: 30 * DAY_MS });
  fc.assert(
    fc.property(spans, spans, (one, other) => {
      const [short, long] = [Math.min(one, other), Math.max(one, other)];
      const used = (ms: number) => -daysLeftIn(2026, [vacation('2026-03-01T00:00Z', ms)]);
      expect(used(short)).toBeLessThanOrEqual(used(long));
    }),
  );
});

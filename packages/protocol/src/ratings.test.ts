import { expect, test } from 'vitest';
import { rateableAs, ratingKindOf } from './ratings.ts';
import { TimeControl } from './settings.ts';

const clock = (minutes: number, seconds: number) =>
  TimeControl.parse({ kind: 'clock', initialMs: minutes * 60_000, incrementMs: seconds * 1000 });
const days = TimeControl.parse({ kind: 'days', perMoveMs: 2 * 86_400_000 });

test.each([
  [1, 0, 'bullet'],
  [2, 1, 'bullet'], // 2:40
  [3, 0, 'blitz'],
  [5, 3, 'blitz'], // 7:00
  [5, 5, 'rapid'], // 8:20
  [10, 20, 'rapid'], // 23:20
  [25, 0, 'classical'],
  [30, 20, 'classical'],
] as const)('with two seats, %i minutes and an increment of %i seconds are %s', (minutes, seconds, kind) => {
  expect(ratingKindOf({ time: clock(minutes, seconds) }, 2)).toBe(kind);
});

test('correspondence games have their own kind, and so do three and four seats at any speed', () => {
  expect(ratingKindOf({ time: days }, 2)).toBe('days');
  for (const time of [clock(1, 0), days]) {
    expect(ratingKindOf({ time }, 3)).toBe('three');
    expect(ratingKindOf({ time }, 4)).toBe('four');
  }
});

test('games without a clock or from a custom position cannot be rated', () => {
  expect(rateableAs({ setup: 'long', time: null })).toBe(null);
  expect(rateableAs({ setup: 'custom', time: clock(5, 3) })).toBe(null);
  expect(rateableAs({ setup: 'long', time: clock(5, 3) })).toBe('blitz');
  expect(rateableAs({ setup: 'four6', time: clock(5, 3) })).toBe('four');
});

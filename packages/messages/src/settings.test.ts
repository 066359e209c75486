import { expect, test } from 'vitest';
import { timeText } from './settings.ts';

const clock = (initialMs: number, incrementMs: number) => ({ kind: 'clock', initialMs, incrementMs }) as const;

test.each([
  [300_000, '5 + 3', '5 min + 3 s'],
  [24_000, '0:24 + 3', '0:24 min + 3 s'],
  [90_000, '1:30 + 3', '1:30 min + 3 s'],
])('a clock of %d ms is shown in minutes and seconds, never as a fraction of a minute', (initialMs, short, long) => {
  expect(timeText(clock(initialMs, 3_000))).toBe(short);
  expect(timeText(clock(initialMs, 3_000), 'long')).toBe(long);
});

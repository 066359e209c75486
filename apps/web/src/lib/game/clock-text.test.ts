import { expect, test } from 'vitest';
import { clockText, elapsedText, remainingText } from './clock-text.ts';

test.each([
  [300_000, '5:00'],
  [299_001, '5:00'],
  [299_000, '4:59'],
  [60_000, '1:00'],
  [59_400, '1:00'],
  [10_000, '0:10'],
  [9_999, '0:10'],
  [9_900, '0:09.9'],
  [40, '0:00.1'],
  [0, '0:00.0'],
  [3_600_000, '1:00:00'],
  [5_025_000, '1:23:45'],
  [86_399_000, '23:59:59'],
  [86_400_000, '1 d 0 h'],
  [100_800_000, '1 d 4 h'],
  [1_209_600_000, '14 d 0 h'],
])('%i ms are shown as %s', (ms, text) => {
  expect(clockText(ms)).toBe(text);
});

test('remaining time is rounded up and elapsed time is rounded down', () => {
  expect(remainingText(39_100)).toBe('0:40');
  expect(remainingText(-5)).toBe('0:00');
  expect(elapsedText(40_900)).toBe('0:40');
  expect(elapsedText(3_725_000)).toBe('1:02:05');
});

test('without tenths a clock shows whole seconds to the end', () => {
  expect(clockText(9_400, false)).toBe('0:10');
  expect(clockText(100, false)).toBe('0:01');
});

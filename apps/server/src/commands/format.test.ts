import { expect, test } from 'vitest';
import { duration } from './format.ts';

const HOUR = 3_600_000;

test.each([
  [0, '0:00'],
  [1, '0:01'],
  [59_000, '0:59'],
  [298_001, '4:59'],
  [HOUR, '1:00:00'],
  [47 * HOUR, '47:00:00'],
  [51 * HOUR, '2 d 3 h'],
])('%d ms are shown as %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});

import { expect, test } from 'vitest';
import { ownCaptureGraceMs } from './own-capture-grace.ts';

test('an own capture can be undone for a second, unless the clock is nearly out', () => {
  expect(ownCaptureGraceMs(null)).toBe(1000);
  expect(ownCaptureGraceMs(60_000)).toBe(1000);
  expect(ownCaptureGraceMs(3000)).toBe(1000);
  expect(ownCaptureGraceMs(2999)).toBe(0);
});

import { formatHex, interpolate } from 'culori';
import { expect, test } from 'vitest';
import { mixColors } from './oklab.ts';

test.each([
  ['#95b0c1', '#2d4252', 0.66],
  ['#100d26', '#ffffff', 0.13],
  ['#fef7d1', '#000000', 0.34],
])('%s mixed with %s is the same color as in OKLab', (one, other, share) => {
  expect(mixColors(one, other, share)).toBe(formatHex(interpolate([one, other], 'oklab')(share)));
});

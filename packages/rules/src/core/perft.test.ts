import { expect, test } from 'vitest';
import { perft } from '../play.ts';
import { startPosition } from '../setups.ts';

test.each([
  ['long', [50, 2450, 127166, 6607522]],
  ['short', [31, 961, 32970, 1129694]],
  ['four', [25, 605, 14501, 335450]],
] as const)('%s has as many move sequences as the rulebook says', (setup, counts) => {
  expect(counts.map((_, i) => perft(startPosition(setup), i + 1))).toEqual(counts);
});

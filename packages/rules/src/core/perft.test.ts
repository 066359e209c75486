import { expect, test } from 'vitest';
import { bySuite } from '../../../../tools/testing/suite.ts';
import { SETUP_NAMES, startPosition } from '../named-setups.ts';
import { perft } from '../play.ts';
import { EVERY_RULES } from '../testing/games.ts';
import { PERFT_COUNTS } from '../testing/perft-counts.ts';
import { referencePerft, referenceStart } from '../testing/reference.ts';

test.each([
  ['long', [50, 2450, 127166, 6607522]],
  ['short', [31, 961, 32970, 1129694]],
  ['four', [25, 605, 14501, 335450]],
] as const)('%s has the number of move sequences stated in the rulebook', (setup, counts) => {
  expect(counts.map((_, i) => perft(startPosition(setup), i + 1))).toEqual(counts);
});

test.each(SETUP_NAMES)(
  '%s under every rules has as many pairs of moves as the reference implementation counts',
  (setup) => {
    for (const rules of EVERY_RULES) {
      expect(perft(startPosition(setup, rules), 2)).toBe(referencePerft(referenceStart(setup, rules), 2));
    }
  },
);

/** The counts that the reference implementation must reproduce here; depth 4 is too slow for each run. */
const again = (counts: readonly number[]): readonly number[] =>
  counts.filter((count) => count < bySuite(5_000, 20_000));

test.each(PERFT_COUNTS)(
  '%s, capture %s, sliding %s: as many move sequences as the reference implementation counts',
  (setup, capture, sliding, all) => {
    const counts = all.filter((count) => count < bySuite(1_000_000, Number.POSITIVE_INFINITY));
    const rules = { capture, sliding };
    const start = startPosition(setup, rules);
    expect(counts.map((_, i) => perft(start, i + 1))).toEqual(counts);
    expect(again(counts).map((_, i) => perft(start, i + 1, 'make'))).toEqual(again(counts));
    expect(again(counts).map((_, i) => referencePerft(referenceStart(setup, rules), i + 1))).toEqual(again(counts));
  },
  60_000,
);

test('depth 0 has one sequence', () => {
  expect(perft(startPosition('long'), 0)).toBe(1);
});

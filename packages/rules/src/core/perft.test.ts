import { expect, test } from 'vitest';
import { FIGURES } from '../naive/figures.ts';
import { naivePerft, naiveStart } from '../naive/naive.ts';
import { perft } from '../play.ts';
import { SETUP_NAMES, startPosition } from '../setups.ts';

test.each([
  ['long', [50, 2450, 127166, 6607522]],
  ['short', [31, 961, 32970, 1129694]],
  ['four', [25, 605, 14501, 335450]],
] as const)('%s has as many move sequences as the rulebook says', (setup, counts) => {
  expect(counts.map((_, i) => perft(startPosition(setup), i + 1))).toEqual(counts);
});

test('the figures are of every setup under every rules', () => {
  expect(new Set(FIGURES.map((row) => row.slice(0, 3).join())).size).toBe(SETUP_NAMES.length * 4);
});

/** How deep the naive way is asked again here; the figures took it to 4, which is too slow for every run. */
const again = (counts: readonly number[]): readonly number[] => counts.filter((count) => count < 20_000);

test.each(FIGURES)(
  '%s, capture %s, sliding %s: as many move sequences as counted the naive way',
  (setup, capture, sliding, counts) => {
    const rules = { capture, sliding };
    const start = startPosition(setup, rules);
    expect(counts.map((_, i) => perft(start, i + 1))).toEqual(counts);
    expect(again(counts).map((_, i) => perft(start, i + 1, 'make'))).toEqual(again(counts));
    expect(again(counts).map((_, i) => naivePerft(naiveStart(setup, rules), i + 1))).toEqual(again(counts));
  },
  60_000,
);

test('no moves at all are one sequence', () => {
  expect(perft(startPosition('long'), 0)).toBe(1);
});

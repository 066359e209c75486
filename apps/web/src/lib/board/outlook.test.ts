import { SIDES } from '@terrace/rules';
import { expect, test } from 'vitest';
import { flipped, isMirrored, type Outlook, turned } from './outlook.ts';
import { viewFrom } from './view.ts';

const OUTLOOKS: readonly Outlook[] = SIDES.flatMap((side) => [side, flipped(side)]);

test('East and West see the board mirrored, South and North as it lies', () => {
  expect(SIDES.filter((side) => isMirrored(side))).toEqual(['west', 'east']);
});

test.each(OUTLOOKS)('%s: flipping twice changes nothing, and keeps who sits at the bottom', (outlook) => {
  expect(flipped(flipped(outlook))).toBe(outlook);
  expect(viewFrom(8, flipped(outlook)).bottom).toBe(viewFrom(8, outlook).bottom);
});

test.each(OUTLOOKS)('%s: a quarter turn brings the right edge to the bottom; four bring all back', (outlook) => {
  const before = viewFrom(8, outlook);
  const after = viewFrom(8, turned(outlook, 1));
  expect(before.edgeOf(after.bottom)).toBe('right');
  expect(before.squareAt({ column: 7, row: 7 })).toBe(after.squareAt({ column: 0, row: 7 }));
  expect([1, 2, 3, 4].reduce((now: Outlook) => turned(now, 1), outlook)).toBe(outlook);
  expect(turned(turned(outlook, 1), -1)).toBe(outlook);
});

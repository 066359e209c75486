import { SIDES } from '@terrace/rules';
import { expect, test } from 'vitest';
import { boardGeometry } from './geometry.ts';
import { isMirrored, mirror, type Orientation, rotate } from './orientation.ts';

const ORIENTATIONS: readonly Orientation[] = SIDES.flatMap((side) => [side, mirror(side)]);

test('East and West see the board mirrored, South and North do not', () => {
  expect(SIDES.filter((side) => isMirrored(side))).toEqual(['west', 'east']);
});

test.each(ORIENTATIONS)(
  '%s: flipping twice restores the orientation, and keeps the side at the bottom',
  (orientation) => {
    expect(mirror(mirror(orientation))).toBe(orientation);
    expect(boardGeometry(8, mirror(orientation)).bottom).toBe(boardGeometry(8, orientation).bottom);
  },
);

test.each(ORIENTATIONS)(
  '%s: a quarter turn brings the right edge to the bottom; four restore the orientation',
  (orientation) => {
    const before = boardGeometry(8, orientation);
    const after = boardGeometry(8, rotate(orientation, 1));
    expect(before.edgeOf(after.bottom)).toBe('right');
    expect(before.squareAt({ column: 7, row: 7 })).toBe(after.squareAt({ column: 0, row: 7 }));
    expect([1, 2, 3, 4].reduce((now: Orientation) => rotate(now, 1), orientation)).toBe(orientation);
    expect(rotate(rotate(orientation, 1), -1)).toBe(orientation);
  },
);

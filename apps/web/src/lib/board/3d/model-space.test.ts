import { goalSquare, level, SIDES, squares } from '@terrace/rules';
import { at } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { boardGeometry } from '../geometry.ts';
import { mirror, type Orientation, rotate } from '../orientation.ts';
import { boundingPoints, floorCentre, LEVEL_HEIGHT, rotationBetween, toBoard } from './model-space.ts';

const ORIENTATIONS: readonly Orientation[] = SIDES.flatMap((side) => [side, mirror(side)]);

test('the model matches the 2D board in every orientation, also mirrored', () => {
  for (const size of [6, 8] as const) {
    for (const orientation of ORIENTATIONS) {
      const geometry = boardGeometry(size, orientation);
      for (const square of squares(size)) {
        const floor = floorCentre(geometry, square);
        expect(toBoard(size, floor)).toEqual(geometry.centre(square));
        expect(floor.y).toBeCloseTo(level(size, square) * LEVEL_HEIGHT);
      }
    }
  }
});

test('the viewer’s low corner is at the near left and the goal at the far right', () => {
  for (const side of SIDES) {
    const geometry = boardGeometry(8, side);
    const goal = floorCentre(geometry, goalSquare(8, side));
    expect([goal.x, goal.z]).toEqual([3.5, -3.5]);
  }
});

test('the highest corner bounds the model at the top, the slab at the bottom', () => {
  const heights = boundingPoints(boardGeometry(8, 'south')).map(({ y }) => y);
  expect(Math.max(...heights)).toBeGreaterThan(8 * LEVEL_HEIGHT + 0.43);
  expect(Math.min(...heights)).toBe(-0.16);
});

test('a quarter turn of the board is a quarter turn of the camera; mirroring has no equivalent', () => {
  const south = boardGeometry(8, 'south');
  const next = boardGeometry(8, rotate('south', 1));
  const turn = rotationBetween(south, next);
  expect(turn).toBeDefined();
  const angle = ((turn ?? 0) * Math.PI) / 180;
  const before = floorCentre(south, at('b1'));
  const after = floorCentre(next, at('b1'));
  expect(after.x * Math.cos(angle) - after.z * Math.sin(angle)).toBeCloseTo(before.x);
  expect(after.x * Math.sin(angle) + after.z * Math.cos(angle)).toBeCloseTo(before.z);
  expect(rotationBetween(south, boardGeometry(8, mirror('south')))).toBeUndefined();
});

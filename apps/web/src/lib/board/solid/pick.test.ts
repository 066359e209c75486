import { expect, test } from 'vitest';
import { viewFrom } from '../view.ts';
import { hiddenShare } from './hidden.ts';
import { type Ball, firstHit } from './pick.ts';
import type { Spot } from './place.ts';

const { relief } = viewFrom(8, 'south');
const eye: Spot = { x: 0, y: 20, z: 14 };
const towards = (to: Spot, from = eye) => ({ from, way: { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z } });
/** Near at the left, of level 1. */
const a1 = { column: 0, row: 7 };
const ball = (column: number, row: number, y: number, radius: number): Ball => ({
  cell: { column, row },
  at: { x: column - 3.5, y, z: row - 3.5 },
  radius,
});

test('straight down, every floor is met at its own height', () => {
  for (const [row, line] of relief.entries()) {
    for (const [column, height] of line.entries()) {
      const ray = { from: { x: column - 3.5, y: 10, z: row - 3.5 }, way: { x: 0, y: -1, z: 0 } };
      const hit = firstHit(ray, relief, []);
      expect(hit?.cell).toEqual({ column, row });
      expect(hit?.spot.y).toBeCloseTo(height * 0.3);
    }
  }
});

test('a piece is met before the floor behind it, and its lower half not at all', () => {
  const piece = ball(0, 7, 0.3, 0.4);
  expect(firstHit(towards({ x: -3.5, y: 0.6, z: 3.5 }), relief, [piece])?.cell).toEqual(a1);
  const crown = towards({ x: -3.5, y: 0.58, z: 3.25 }, { x: 0, y: 8, z: 14 });
  expect(firstHit(crown, relief, [])?.cell).toEqual({ column: 0, row: 6 });
  expect(firstHit(crown, relief, [piece])?.cell).toEqual(a1);
  const under = { from: { x: -9, y: 0.2, z: 3.5 }, way: { x: 1, y: 0, z: 0 } };
  expect(firstHit(under, [[0]], [{ ...piece, at: { x: -3.5, y: 0.3, z: 3.5 } }])).toBeUndefined();
});

test('beside the board there is nothing', () => {
  expect(firstHit(towards({ x: 9, y: 0, z: 0 }), relief, [])).toBeUndefined();
  expect(firstHit({ from: eye, way: { x: 0, y: 1, z: 0 } }, relief, [])).toBeUndefined();
});

test('a T behind a D is hidden, and one in the open is not', () => {
  const far: Spot = { x: 0, y: 6, z: 14 };
  const t = ball(7, 0, 0.3, 0.2);
  const d = ball(7, 1, 0.6, 0.43);
  expect(hiddenShare(eye, t, relief, [])).toBe(0);
  expect(hiddenShare(far, t, relief, [d])).toBeGreaterThan(0.5);
});

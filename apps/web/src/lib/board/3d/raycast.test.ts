import { expect, test } from 'vitest';
import { boardGeometry } from '../geometry.ts';
import type { Point3D } from './model-space.ts';
import { occludedShare } from './occlusion.ts';
import { type PieceSphere, raycast } from './raycast.ts';

const { heightmap } = boardGeometry(8, 'south');
const eye: Point3D = { x: 0, y: 20, z: 14 };
const towards = (to: Point3D, origin = eye) => ({
  origin,
  direction: { x: to.x - origin.x, y: to.y - origin.y, z: to.z - origin.z },
});
const a1 = { column: 0, row: 7 };
const sphere = (column: number, row: number, y: number, radius: number): PieceSphere => ({
  cell: { column, row },
  at: { x: column - 3.5, y, z: row - 3.5 },
  radius,
});

test('a vertical ray hits every floor at its height', () => {
  for (const [row, line] of heightmap.entries()) {
    for (const [column, height] of line.entries()) {
      const ray = { origin: { x: column - 3.5, y: 10, z: row - 3.5 }, direction: { x: 0, y: -1, z: 0 } };
      const hit = raycast(ray, heightmap, []);
      expect(hit?.cell).toEqual({ column, row });
      expect(hit?.point.y).toBeCloseTo(height * 0.3);
    }
  }
});

test('a ray hits a piece before the floor behind it, and never its lower half', () => {
  const piece = sphere(0, 7, 0.3, 0.4);
  expect(raycast(towards({ x: -3.5, y: 0.6, z: 3.5 }), heightmap, [piece])?.cell).toEqual(a1);
  const crown = towards({ x: -3.5, y: 0.58, z: 3.25 }, { x: 0, y: 8, z: 14 });
  expect(raycast(crown, heightmap, [])?.cell).toEqual({ column: 0, row: 6 });
  expect(raycast(crown, heightmap, [piece])?.cell).toEqual(a1);
  const under = { origin: { x: -9, y: 0.2, z: 3.5 }, direction: { x: 1, y: 0, z: 0 } };
  expect(raycast(under, [[0]], [{ ...piece, at: { x: -3.5, y: 0.3, z: 3.5 } }])).toBeUndefined();
});

test('a ray next to the board hits nothing', () => {
  expect(raycast(towards({ x: 9, y: 0, z: 0 }), heightmap, [])).toBeUndefined();
  expect(raycast({ origin: eye, direction: { x: 0, y: 1, z: 0 } }, heightmap, [])).toBeUndefined();
});

test('a T behind a D is occluded, and an exposed T is not', () => {
  const far: Point3D = { x: 0, y: 6, z: 14 };
  const t = sphere(7, 0, 0.3, 0.2);
  const d = sphere(7, 1, 0.6, 0.43);
  expect(occludedShare(eye, t, heightmap, [])).toBe(0);
  expect(occludedShare(far, t, heightmap, [d])).toBeGreaterThan(0.5);
});

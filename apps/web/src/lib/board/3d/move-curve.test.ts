import { expect, test } from 'vitest';
import { ease, moveCurve } from './move-curve.ts';

const corner = [
  { x: 0, y: 1, z: 0 },
  { x: 1, y: 1, z: 0 },
  { x: 1, y: 1, z: 1 },
];

test('a slide follows the terrace’s corner and stays on the floor', () => {
  const at = moveCurve('level', corner);
  expect(at(0)).toEqual(corner[0]);
  expect(at(0.25)).toEqual({ x: 0.5, y: 1, z: 0 });
  expect(at(0.5)).toEqual(corner[1]);
  expect(at(0.75)).toEqual({ x: 1, y: 1, z: 0.5 });
  expect(at(1)).toEqual(corner[2]);
});

test('a climb follows an arc and ends on the target floor', () => {
  const [from, to] = [
    { x: 0, y: 0.3, z: 0 },
    { x: 1, y: 0.6, z: 1 },
  ];
  const at = moveCurve('up', [from, to]);
  expect(at(0)).toEqual(from);
  expect(at(0.5).y).toBeGreaterThan(0.6);
  expect(at(1)).toEqual(to);
});

test('a move starts fast and eases out at its end', () => {
  expect(ease(0)).toBe(0);
  expect(ease(0.5)).toBeGreaterThan(0.8);
  expect(ease(1)).toBe(1);
});

import { expect, test } from 'vitest';
import { edgeStrips } from './edge-strips.ts';

const drawn = (heightmap: number[][], beyond: 'higher' | 'lower' = 'higher') =>
  edgeStrips(heightmap, 9, beyond).map(({ edge, height, d }) => `${edge} in ${height}: ${d}`);

test('a wall lies in the lower square, along the edge to the higher one', () => {
  expect(
    drawn([
      [2, 2],
      [1, 1],
    ]),
  ).toEqual(['up in 1: M0 100L100 100L100 109L0 109Z', 'up in 1: M100 100L200 100L200 109L100 109Z']);
});

test('walls meet in a mitre at an inner corner', () => {
  const [up, left] = drawn([
    [2, 2],
    [2, 1],
  ]);
  expect(up).toBe('up in 1: M100 100L200 100L200 109L109 109Z');
  expect(left).toBe('left in 1: M100 200L100 100L109 109L109 200Z');
});

test('walls meet in a mitre at an outer corner, which reaches into the diagonal square', () => {
  expect(
    drawn([
      [2, 1],
      [1, 1],
    ]),
  ).toEqual(['left in 1: M100 100L100 0L109 0L109 109Z', 'up in 1: M0 100L100 100L109 109L0 109Z']);
});

test('where two high squares touch at a point, each low square has an inner corner', () => {
  expect(
    drawn([
      [2, 1],
      [1, 2],
    ]),
  ).toHaveLength(4);
  for (const wall of drawn([
    [2, 1],
    [1, 2],
  ]))
    expect(wall).not.toMatch(/109 1(0[1-9]|1)/);
});

test('a rim lies in the higher square', () => {
  expect(
    drawn(
      [
        [2, 2],
        [1, 1],
      ],
      'lower',
    )[0],
  ).toBe('down in 2: M100 100L0 100L0 91L100 91Z');
});

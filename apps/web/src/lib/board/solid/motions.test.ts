import { expect, test } from 'vitest';
import { Motions } from './motions.ts';

test('a motion runs from 0 to 1 and is then over', () => {
  const motions = new Motions();
  const shares: number[] = [];
  motions.add(1000, 200, (share) => shares.push(share));
  for (const now of [1000, 1100, 1300, 1400]) motions.advance(now);
  expect(shares).toEqual([0, 0.5, 1]);
  expect(motions.any).toBe(false);
});

test('a motion that waits stands at its beginning, and finishing brings it to its end', () => {
  const motions = new Motions();
  const shares: number[] = [];
  motions.add(0, 100, (share) => shares.push(share), 500);
  motions.advance(400);
  motions.finish();
  expect(shares).toEqual([0, 1]);
  expect(motions.any).toBe(false);
});

import { expect, test } from 'vitest';
import { Animations } from './animations.ts';

test('an animation runs from 0 to 1 and then ends', () => {
  const animations = new Animations();
  const shares: number[] = [];
  animations.add(1000, 200, (share) => shares.push(share));
  for (const now of [1000, 1100, 1300, 1400]) animations.advance(now);
  expect(shares).toEqual([0, 0.5, 1]);
  expect(animations.any).toBe(false);
});

test('a delayed animation stays at its start, and finish() jumps to its end', () => {
  const animations = new Animations();
  const shares: number[] = [];
  animations.add(0, 100, (share) => shares.push(share), 500);
  animations.advance(400);
  animations.finish();
  expect(shares).toEqual([0, 1]);
  expect(animations.any).toBe(false);
});

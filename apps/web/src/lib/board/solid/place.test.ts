import { goalSquare, level, parseSquare, SIDES, type Square, squares } from '@terrace/rules';
import { expect, test } from 'vitest';
import { flipped, type Outlook, turned } from '../outlook.ts';
import { viewFrom } from '../view.ts';
import { floorOf, outermost, pointOf, STEP, swing } from './place.ts';

const OUTLOOKS: readonly Outlook[] = SIDES.flatMap((side) => [side, flipped(side)]);
const at = (name: string): Square => {
  const square = parseSquare(8, name);
  if (square === undefined) throw new Error(`no square ${name}`);
  return square;
};

test('the model lies as the flat board does, from every side and mirrored', () => {
  for (const size of [6, 8] as const) {
    for (const outlook of OUTLOOKS) {
      const view = viewFrom(size, outlook);
      for (const square of squares(size)) {
        const floor = floorOf(view, square);
        expect(pointOf(size, floor)).toEqual(view.centre(square));
        expect(floor.y).toBeCloseTo(level(size, square) * STEP);
      }
    }
  }
});

test('the own low corner is near at the left, and the goal far at the right', () => {
  for (const side of SIDES) {
    const view = viewFrom(8, side);
    const goal = floorOf(view, goalSquare(8, side));
    expect([goal.x, goal.z]).toEqual([3.5, -3.5]);
  }
});

test('the highest corner bounds the model from above, the slab from below', () => {
  const heights = outermost(viewFrom(8, 'south')).map(({ y }) => y);
  expect(Math.max(...heights)).toBeGreaterThan(8 * STEP + 0.43);
  expect(Math.min(...heights)).toBe(-0.16);
});

test('a quarter turn of the board is a quarter turn of the camera, and a mirrored board is none', () => {
  const south = viewFrom(8, 'south');
  const next = viewFrom(8, turned('south', 1));
  const turn = swing(south, next);
  expect(turn).toBeDefined();
  // Turned back about the middle by as much, every square is seen where it was.
  const angle = ((turn ?? 0) * Math.PI) / 180;
  const before = floorOf(south, at('b1'));
  const after = floorOf(next, at('b1'));
  expect(after.x * Math.cos(angle) - after.z * Math.sin(angle)).toBeCloseTo(before.x);
  expect(after.x * Math.sin(angle) + after.z * Math.cos(angle)).toBeCloseTo(before.z);
  expect(swing(south, viewFrom(8, flipped('south')))).toBeUndefined();
});

import { type BoardSize, checkPosition, goalSquare, SIDES, type Side, setupOf, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { floorTexts } from './floor-texts.ts';
import { boardGeometry } from './geometry.ts';
import { goalFlags } from './goal-flags.ts';
import { SQUARE } from './heightmap.ts';
import { goalsOf } from './moves.ts';
import type { Orientation } from './orientation.ts';
import { radius, TURN } from './piece-shape.ts';

const ORIENTATIONS: readonly Orientation[] = SIDES.flatMap((side): Orientation[] => [side, `flipped ${side}`]);
const BOARDS = ([6, 8] as const).flatMap((size) => ORIENTATIONS.map((from): [BoardSize, Orientation] => [size, from]));

type Point = { x: number; y: number };

const points = (d: string): Point[] =>
  [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));

function flagsOf(size: BoardSize, from: Orientation, sides: readonly Side[] = SIDES) {
  const geometry = boardGeometry(size, from);
  const goals = goalsOf({ seats: sides, out: [], size });
  const flags = goals.flatMap((goal) => goalFlags(goal, geometry).flags);
  return flags.map((flag) => {
    const { x, y } = geometry.centre(flag.square);
    return { ...flag, home: geometry.edgeOf(flag.side), middle: { x, y }, cloth: points(flag.cloth) };
  });
}

test.each(BOARDS)('on a board of %s from %s, each flag lies in the outer corner of its goal', (size, from) => {
  const extent = size * SQUARE;
  for (const { side, square, middle, cloth } of flagsOf(size, from)) {
    expect(square).toBe(goalSquare(size, side));
    const [corner] = cloth.map(({ x, y }) => ({ x: middle.x + x, y: middle.y + y }));
    expect([0, extent]).toContain(corner?.x);
    expect([0, extent]).toContain(corner?.y);
    for (const { x, y } of cloth) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(SQUARE / 2);
  }
});

test.each(BOARDS)('on a board of %s from %s, two flags share a corner, each with its own stroke', (size, from) => {
  const flags = flagsOf(size, from);
  expect(flags).toHaveLength(4);
  for (const { square, side, cloth, stroke, home } of flags) {
    const other = flags.find((one) => one.square === square && one.side !== side);
    expect(other && inside(stroke.at, other.cloth)).toBe(false);
    expect(inside(stroke.at, cloth)).toBe(true);
    expect(stroke.turn).toBe(TURN[home]);
  }
});

test('no piece hides the stroke of a single or shared flag', () => {
  for (const sides of [SIDES, ['south', 'north'] as const]) {
    for (const { stroke } of flagsOf(8, 'south', sides)) {
      const { x, y } = stroke.at;
      expect(Math.hypot(x, y) - stroke.width / 2).toBeGreaterThan(radius({ size: 4, t: false }));
    }
  }
});

test('an eliminated side has no goal, and the other side’s flag fills the corner', () => {
  const setup = { ...setupOf(startPosition('four')), out: ['west'] as const };
  const without = new Map([...setup.pieces].filter(([, { side }]) => side !== 'west'));
  const checked = checkPosition({ ...setup, pieces: without });
  if (!checked.ok) throw new Error(checked.error.code);
  const goals = goalsOf(checked.value);
  expect(goals.flatMap(({ sides }) => sides).toSorted()).toEqual(['east', 'north', 'south']);
  const [alone] = goals.filter(({ sides }) => sides.includes('south'));
  expect(alone?.sides).toEqual(['south']);
});

test.each(BOARDS)('on a board of %s from %s, no floor text overlaps a flag or another text', (size, from) => {
  for (const turn of [0, 1, 2, 3]) {
    const texts = floorTexts(boardGeometry(size, from), { numerals: true, names: true, turn });
    expect(texts).toHaveLength(size * size + 2 * size);
    expect(new Set(texts.map(({ at }) => `${at.x} ${at.y}`)).size).toBe(texts.length);
    for (const { cloth, middle } of flagsOf(size, from)) {
      const near = cloth.map(({ x, y }) => ({ x: middle.x + x, y: middle.y + y }));
      for (const { at } of texts) expect(inside(at, near)).toBe(false);
    }
  }
});

function inside({ x, y }: Point, [a, b, c]: readonly Point[]): boolean {
  if (!a || !b || !c) throw new Error('a flag must have three corners');
  const signs = [
    [a, b],
    [b, c],
    [c, a],
  ].map(([p, q]) => (p && q ? Math.sign((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)) : 0));
  return signs.every((sign) => sign === signs[0]);
}

import { SIDES } from '@terrace/rules';
import { describe, expect, test } from 'vitest';
import { drawGround } from './ground.ts';
import { cells, heightAt } from './relief.ts';
import { viewFrom } from './view.ts';

describe.each([6, 8] as const)('the board of %i', (size) => {
  test.each(SIDES)('seen from %s has neighbours that differ by one level at most', (side) => {
    const { relief } = viewFrom(size, side);
    for (const { column, row, height } of cells(relief)) {
      expect(Math.abs(height - heightAt(relief, column + 1, row))).toBeLessThanOrEqual(1);
      expect(Math.abs(height - heightAt(relief, column, row + 1))).toBeLessThanOrEqual(1);
    }
  });

  test.each(SIDES)(
    'seen from %s has a floor a level, walls of four tones a low level at most, and one bar a file',
    (side) => {
      const ground = drawGround(viewFrom(size, side).relief);
      expect(ground.floors.map(({ level }) => level)).toEqual(Array.from({ length: size }, (_, n) => n + 1));
      expect(new Set(ground.walls.map(({ faces, low }) => `${faces}${low}`)).size).toBe(ground.walls.length);
      expect(ground.front).toHaveLength(size);
    },
  );
});

test('the front face is a stair that climbs from the own low corner', () => {
  const { front } = drawGround(viewFrom(8, 'south').relief);
  expect(front.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(front.at(-1)?.height).toBe(52);
});

test('light comes from the upper left: a square below higher ground is in its shadow, one above it is not', () => {
  const above = drawGround([
    [2, 2],
    [1, 1],
  ]);
  expect(above.castShadow).toBe('M0 100L200 100L200 125L0 125Z');
  expect(
    drawGround([
      [1, 1],
      [2, 2],
    ]).castShadow,
  ).toBe('');
});

test('ground beyond the edge counts as the edge square: no wall and no shadow come from there', () => {
  const flat = drawGround([
    [1, 1],
    [1, 1],
  ]);
  expect(flat.walls).toEqual([]);
  expect(flat.castShadow).toBe('');
});

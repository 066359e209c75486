import { SIDES } from '@terrace/rules';
import { describe, expect, test } from 'vitest';
import { boardGeometry } from './geometry.ts';
import { cells, heightAt } from './heightmap.ts';
import { drawTerrain } from './terrain.ts';

describe.each([6, 8] as const)('the board of %i', (size) => {
  test.each(SIDES)('seen from %s has neighbours that differ by one level at most', (side) => {
    const { heightmap } = boardGeometry(size, side);
    for (const { column, row, height } of cells(heightmap)) {
      expect(Math.abs(height - heightAt(heightmap, column + 1, row))).toBeLessThanOrEqual(1);
      expect(Math.abs(height - heightAt(heightmap, column, row + 1))).toBeLessThanOrEqual(1);
    }
  });

  test.each(SIDES)(
    'seen from %s has a floor a level, walls of four tones a low level at most, and one bar a file',
    (side) => {
      const ground = drawTerrain(boardGeometry(size, side).heightmap);
      expect(ground.floors.map(({ level }) => level)).toEqual(Array.from({ length: size }, (_, n) => n + 1));
      expect(new Set(ground.walls.map(({ faces, low }) => `${faces}${low}`)).size).toBe(ground.walls.length);
      expect(ground.front).toHaveLength(size);
    },
  );
});

test('the front face is a stair that climbs from the own low corner', () => {
  const { front } = drawTerrain(boardGeometry(8, 'south').heightmap);
  expect(front.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(front.at(-1)?.height).toBe(52);
});

test('light comes from the upper left: a square below higher ground is in its shadow, one above it is not', () => {
  const above = drawTerrain([
    [2, 2],
    [1, 1],
  ]);
  expect(above.castShadow).toBe('M0 100L200 100L200 125L0 125Z');
  expect(
    drawTerrain([
      [1, 1],
      [2, 2],
    ]).castShadow,
  ).toBe('');
});

test('ground beyond the edge counts as the edge square: no wall and no shadow come from there', () => {
  const flat = drawTerrain([
    [1, 1],
    [1, 1],
  ]);
  expect(flat.walls).toEqual([]);
  expect(flat.castShadow).toBe('');
});

import { SIDES } from '@terrace/rules';
import { describe, expect, test } from 'vitest';
import { boardGeometry } from './geometry.ts';
import { cells, heightAt } from './heightmap.ts';
import { drawTerrain } from './terrain.ts';

describe.each([6, 8] as const)('the board of %i', (size) => {
  test.each(SIDES)('from %s, neighbours differ by at most one level', (side) => {
    const { heightmap } = boardGeometry(size, side);
    for (const { column, row, height } of cells(heightmap)) {
      expect(Math.abs(height - heightAt(heightmap, column + 1, row))).toBeLessThanOrEqual(1);
      expect(Math.abs(height - heightAt(heightmap, column, row + 1))).toBeLessThanOrEqual(1);
    }
  });

  test.each(SIDES)(
    'from %s, there is one floor per level, at most four wall tones per lower level, and one bar per file',
    (side) => {
      const ground = drawTerrain(boardGeometry(size, side).heightmap);
      expect(ground.floors.map(({ level }) => level)).toEqual(Array.from({ length: size }, (_, n) => n + 1));
      expect(new Set(ground.walls.map(({ faces, low }) => `${faces}${low}`)).size).toBe(ground.walls.length);
      expect(ground.front).toHaveLength(size);
    },
  );
});

test('the front face is a staircase that rises from the viewer’s low corner', () => {
  const { front } = drawTerrain(boardGeometry(8, 'south').heightmap);
  expect(front.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(front.at(-1)?.height).toBe(52);
});

test('light comes from the upper left: higher ground shades the square below it, not the one above it', () => {
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

test('ground beyond the edge has the edge square’s level, so it adds no wall or shadow', () => {
  const flat = drawTerrain([
    [1, 1],
    [1, 1],
  ]);
  expect(flat.walls).toEqual([]);
  expect(flat.castShadow).toBe('');
});

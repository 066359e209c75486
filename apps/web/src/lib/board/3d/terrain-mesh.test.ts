import { expect, test } from 'vitest';
import { boardGeometry } from '../geometry.ts';
import { buildTerrain, outlines } from './terrain-mesh.ts';

const area = (corners: readonly { x: number; y: number }[]): number =>
  corners.reduce((sum, { x, y }, n) => {
    const next = corners[(n + 1) % corners.length] ?? { x, y };
    return sum + (x * next.y - next.x * y) / 2;
  }, 0);

test('the terraces cover the board, two per square of an edge', () => {
  for (const size of [6, 8] as const) {
    const all = outlines(boardGeometry(size, 'south'));
    expect(all).toHaveLength(2 * size);
    expect(all.reduce((sum, { corners }) => sum + Math.abs(area(corners)), 0)).toBe(size * size);
    expect(all.filter(({ level }) => level === size).map(({ corners }) => Math.abs(area(corners)))).toEqual([1, 1]);
  }
});

test('every terrace rises .30 per level from the slab, which extends .16 beyond the board', () => {
  const { bodies, slab } = buildTerrain(boardGeometry(8, 'south'));
  for (const { mesh, level } of bodies) {
    mesh.geometry.computeBoundingBox();
    expect(mesh.geometry.boundingBox?.max.y).toBeCloseTo(0.3 * level);
  }
  slab.mesh.geometry.computeBoundingBox();
  expect(slab.mesh.geometry.boundingBox?.max.x).toBeCloseTo(4.16);
  expect(slab.mesh.geometry.boundingBox?.max.y).toBeCloseTo(0);
  expect(slab.mesh.geometry.boundingBox?.min.y).toBeCloseTo(-0.16);
});

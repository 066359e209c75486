import type { Cell } from '../geometry.ts';
import { cells, type Heightmap } from '../heightmap.ts';
import { floorHeight, type Point3D } from './model-space.ts';

/** A line of sight: from a spot in a direction, which need not be of length 1. */
export type Ray = { readonly from: Point3D; readonly way: Point3D };

/** A piece as sight meets it: the upper half of a sphere. */
export type PieceSphere = { readonly cell: Cell; readonly at: Point3D; readonly radius: number };

export type Hit = { readonly cell: Cell; readonly spot: Point3D };

/** What the ray meets first: a piece or a column of ground; nothing beside the board. */
export function raycast(ray: Ray, heightmap: Heightmap, spheres: readonly PieceSphere[]): Hit | undefined {
  let nearest: { run: number; cell: Cell } | undefined;
  const offer = (run: number | undefined, cell: Cell) => {
    if (run !== undefined && (nearest === undefined || run < nearest.run)) nearest = { run, cell };
  };
  for (const sphere of spheres) offer(raySphere(ray, sphere), sphere.cell);
  const half = heightmap.length / 2;
  for (const { column, row, height } of cells(heightmap)) {
    const low = { x: column - half, y: 0, z: row - half };
    const high = { x: low.x + 1, y: floorHeight(height), z: low.z + 1 };
    offer(rayBox(ray, low, high), { column, row });
  }
  if (nearest === undefined) return undefined;
  return { cell: nearest.cell, spot: along(ray, nearest.run) };
}

export const along = ({ from, way }: Ray, run: number): Point3D => ({
  x: from.x + way.x * run,
  y: from.y + way.y * run,
  z: from.z + way.z * run,
});

export function raySphere(ray: Ray, { at, radius }: Pick<PieceSphere, 'at' | 'radius'>): number | undefined {
  const { from, way } = ray;
  const off = { x: from.x - at.x, y: from.y - at.y, z: from.z - at.z };
  const a = way.x ** 2 + way.y ** 2 + way.z ** 2;
  const b = way.x * off.x + way.y * off.y + way.z * off.z;
  const c = off.x ** 2 + off.y ** 2 + off.z ** 2 - radius ** 2;
  const root = b * b - a * c;
  if (root < 0) return undefined;
  const run = (-b - Math.sqrt(root)) / a;
  return run > 0 && along(ray, run).y >= at.y ? run : undefined;
}

export function rayBox({ from, way }: Ray, low: Point3D, high: Point3D): number | undefined {
  let [enter, leave] = [0, Number.POSITIVE_INFINITY];
  for (const axis of ['x', 'y', 'z'] as const) {
    if (way[axis] === 0) {
      if (from[axis] < low[axis] || from[axis] > high[axis]) return undefined;
      continue;
    }
    const one = (low[axis] - from[axis]) / way[axis];
    const other = (high[axis] - from[axis]) / way[axis];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter <= leave && enter > 0 ? enter : undefined;
}

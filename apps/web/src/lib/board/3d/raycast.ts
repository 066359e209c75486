import type { Cell } from '../geometry.ts';
import { cells, type Heightmap } from '../heightmap.ts';
import { floorHeight, type Point3D } from './model-space.ts';

/** `direction` need not have length 1. */
export type Ray = { readonly origin: Point3D; readonly direction: Point3D };

export type PieceSphere = { readonly cell: Cell; readonly at: Point3D; readonly radius: number };

export type Hit = { readonly cell: Cell; readonly point: Point3D };

/** The first piece or column of ground the ray hits; undefined next to the board. */
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
  return { cell: nearest.cell, point: pointAlong(ray, nearest.run) };
}

const pointAlong = ({ origin, direction }: Ray, run: number): Point3D => ({
  x: origin.x + direction.x * run,
  y: origin.y + direction.y * run,
  z: origin.z + direction.z * run,
});

function raySphere(ray: Ray, { at, radius }: Pick<PieceSphere, 'at' | 'radius'>): number | undefined {
  const { origin, direction } = ray;
  const off = { x: origin.x - at.x, y: origin.y - at.y, z: origin.z - at.z };
  const a = direction.x ** 2 + direction.y ** 2 + direction.z ** 2;
  const b = direction.x * off.x + direction.y * off.y + direction.z * off.z;
  const c = off.x ** 2 + off.y ** 2 + off.z ** 2 - radius ** 2;
  const root = b * b - a * c;
  if (root < 0) return undefined;
  const run = (-b - Math.sqrt(root)) / a;
  return run > 0 && pointAlong(ray, run).y >= at.y ? run : undefined;
}

function rayBox({ origin, direction }: Ray, low: Point3D, high: Point3D): number | undefined {
  let [enter, leave] = [0, Number.POSITIVE_INFINITY];
  for (const axis of ['x', 'y', 'z'] as const) {
    if (direction[axis] === 0) {
      if (origin[axis] < low[axis] || origin[axis] > high[axis]) return undefined;
      continue;
    }
    const one = (low[axis] - origin[axis]) / direction[axis];
    const other = (high[axis] - origin[axis]) / direction[axis];
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter <= leave && enter > 0 ? enter : undefined;
}

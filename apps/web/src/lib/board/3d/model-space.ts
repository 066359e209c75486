import type { Square } from '@terrace/rules';
import type { BoardGeometry, Point } from '../geometry.ts';
import { heightAt, SQUARE } from '../heightmap.ts';
import { radius, type Shape } from '../piece-shape.ts';

/** A point in the model, in squares from the centre: x to the viewer's right, y up, z towards the viewer. */
export type Point3D = { readonly x: number; readonly y: number; readonly z: number };

export const LEVEL_HEIGHT = 0.3;

/** Radius in squares, the same as in the 2D drawing. */
export const pieceRadius = (shape: Shape): number => radius(shape) / SQUARE;

export const floorHeight = (level: number): number => level * LEVEL_HEIGHT;

/** Converts a point of the 2D drawing to the model, at a height given in levels. */
export function toModel(size: number, { x, y }: Point, level: number): Point3D {
  return { x: x / SQUARE - size / 2, y: floorHeight(level), z: y / SQUARE - size / 2 };
}

export function floorCentre(geometry: BoardGeometry, square: Square): Point3D {
  const { column, row } = geometry.cellOf(square);
  return toModel(geometry.size, geometry.centre(square), heightAt(geometry.heightmap, column, row));
}

export function toBoard(size: number, { x, z }: Point3D): Point {
  return { x: (x + size / 2) * SQUARE, y: (z + size / 2) * SQUARE };
}

export const SLAB = { beyond: 0.16, height: 0.16, corner: 0.16 };
export const MARKER_HEIGHT = 0.012;
const HEADROOM = 0.5;

/** Bounding points of the model: when they are in view, so is the entire model. */
export function boundingPoints({ heightmap, size }: BoardGeometry): Point3D[] {
  const last = size - 1;
  const ends = [0, last];
  return ends.flatMap((row) =>
    ends.flatMap((column) => {
      const out = (n: number) => (n === 0 ? -1 : 1);
      const foot = size / 2 + SLAB.beyond;
      const top = floorHeight(heightAt(heightmap, column, row));
      return [
        { x: out(column) * foot, y: -SLAB.height, z: out(row) * foot },
        { x: (out(column) * size) / 2, y: top, z: (out(row) * size) / 2 },
        { x: column - last / 2, y: top + HEADROOM, z: row - last / 2 },
      ];
    }),
  );
}

/** Degrees the camera must orbit to keep the view after a change of orientation; undefined when mirrored. */
export function rotationBetween(before: BoardGeometry, after: BoardGeometry): number | undefined {
  const angle = (geometry: BoardGeometry, cell: { column: number; row: number }): number => {
    const middle = (geometry.size - 1) / 2;
    return (Math.atan2(cell.column - middle, cell.row - middle) * 180) / Math.PI;
  };
  const corner = before.squareAt({ column: 0, row: 0 });
  const other = before.squareAt({ column: before.size - 1, row: 0 });
  if (before.size !== after.size || corner === undefined || other === undefined) return undefined;
  const [one, two] = [corner, other].map(
    (square) => (angle(after, after.cellOf(square)) - angle(before, before.cellOf(square)) + 720) % 360,
  );
  return one === two ? one : undefined;
}

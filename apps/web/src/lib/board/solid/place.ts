import type { Size, Square } from '@terrace/rules';
import { radius } from '../dome.ts';
import { heightAt, UNIT } from '../relief.ts';
import type { Point, View } from '../view.ts';

/** A place in the model: x to the viewer's right, y up, z towards the viewer; the unit is a square, the middle 0. */
export type Spot = { readonly x: number; readonly y: number; readonly z: number };

/** Height of one level (LOOK 3). */
export const STEP = 0.3;

/** A dome's radius in squares: half the flat disc's diameter. */
export const reach = (size: Size): number => radius(size) / UNIT;

export const floorHeight = (level: number): number => level * STEP;

/** Where a point of the flat drawing lies on the model, at a height given in levels. */
export function spotOf(size: number, { x, y }: Point, level: number): Spot {
  return { x: x / UNIT - size / 2, y: floorHeight(level), z: y / UNIT - size / 2 };
}

/** The middle of a square's floor, turned as the flat board is. */
export function floorOf(view: View, square: Square): Spot {
  const { column, row } = view.cellOf(square);
  return spotOf(view.size, view.centre(square), heightAt(view.relief, column, row));
}

/** The point of the flat drawing above which a spot lies. */
export function pointOf(size: number, { x, z }: Spot): Point {
  return { x: (x + size / 2) * UNIT, y: (z + size / 2) * UNIT };
}

/** The slab all terraces stand on: how far it reaches beyond them, and its height (LOOK 3). */
export const SLAB = { beyond: 0.16, height: 0.16, corner: 0.16 };
/** Signs lie this high over the floor (LOOK 3). */
export const OVER = 0.012;
/** Room for the largest piece on the highest squares. */
const HEADROOM = 0.5;

/** The spots that bound the model: when they are in the picture, all of it is. */
export function outermost({ relief, size }: View): Spot[] {
  const last = size - 1;
  const ends = [0, last];
  return ends.flatMap((row) =>
    ends.flatMap((column) => {
      const out = (n: number) => (n === 0 ? -1 : 1);
      const foot = size / 2 + SLAB.beyond;
      const top = floorHeight(heightAt(relief, column, row));
      return [
        { x: out(column) * foot, y: -SLAB.height, z: out(row) * foot },
        { x: (out(column) * size) / 2, y: top, z: (out(row) * size) / 2 },
        { x: column - last / 2, y: top + HEADROOM, z: row - last / 2 },
      ];
    }),
  );
}

/** By how many degrees the camera must go round so that a board laid out anew looks as before; nothing when mirrored. */
export function swing(before: View, after: View): number | undefined {
  const angle = (view: View, cell: { column: number; row: number }): number => {
    const middle = (view.size - 1) / 2;
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

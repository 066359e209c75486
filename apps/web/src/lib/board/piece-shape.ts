import type { Size } from '@terrace/rules';
import type { Edge } from './heightmap.ts';

/** Radii in board units: diameters .40, .52, .67 and .86 of a square, each 1.3 times the one below. */
const RADII: Record<Size, number> = { 1: 20, 2: 26, 3: 33.5, 4: 43 };

export const radius = (size: Size): number => RADII[size];

/** How far a mark that points down is rotated to point to its owner's edge, in degrees. */
export const TURN: Record<Edge, number> = { down: 0, left: 90, up: 180, right: 270 };

/** The inlaid stroke from the crown towards the owner, drawn pointing down. */
export const mark = (r: number): { width: number; d: string } => ({
  width: Math.max(4.2, 0.15 * r),
  d: `M0 ${0.44 * r}V${0.8 * r}`,
});

/** The letter a T bears instead: the same stroke with a crossbar, upright for its owner, and its ring. */
export function tLetter(r: number): { width: number; d: string; ring: { r: number; width: number } } {
  return {
    width: 0.26 * r,
    d: `M${-0.43 * r} ${-0.3 * r}H${0.43 * r}M0 ${-0.3 * r}V${0.52 * r}`,
    ring: { r: 0.86 * r, width: 0.15 * r },
  };
}

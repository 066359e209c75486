import type { Square } from '@terrace/rules';
import type { BoardGeometry } from './geometry.ts';
import { cornerOf } from './goal-flags.ts';

/** Marks of the end of a game, round the middle of their square, in board units. */
const RING_GAP = 6.5;
/** How far the light round the winning piece reaches, once, and for how long, in ms. */
export const END_HALO = 72;
export const END_HALO_MS = 600;
const INSET = 6;

/** Of the ring round the winning piece. @param piece its radius */
export const endRing = (piece: number): number => piece + RING_GAP;

/** The edge of a goal square, from the corner of its flag once round. */
export function goalFrame(geometry: BoardGeometry, square: Square): string {
  const [x, y] = cornerOf(geometry.cellOf(square));
  const [across, down] = [x * (50 - INSET), y * (50 - INSET)];
  return `M${across} ${down}H${-across}V${-down}H${across}Z`;
}

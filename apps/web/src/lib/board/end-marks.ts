import type { Square } from '@terrace/rules';
import type { BoardGeometry } from './geometry.ts';
import { cornerOf } from './goal-flags.ts';

const RING_GAP = 6.5;
export const END_HALO = 72;
export const END_HALO_MS = 600;
const INSET = 6;

/** @param piece radius of the piece */
export const endRing = (piece: number): number => piece + RING_GAP;

export function goalFrame(geometry: BoardGeometry, square: Square): string {
  const [x, y] = cornerOf(geometry.cellOf(square));
  const [across, down] = [x * (50 - INSET), y * (50 - INSET)];
  return `M${across} ${down}H${-across}V${-down}H${across}Z`;
}

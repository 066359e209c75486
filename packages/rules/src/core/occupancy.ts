import { SIZE_HIGH, SIZE_LOW } from './layout.ts';

/** Sets of squares as one side sees them, two words each. */
export const OWN = 0;
export const OPPONENTS = 2;
export const VACANT = 4;
/** Pieces of size s and smaller are words 6 + 2s and 7 + 2s; size 0 has none. */
export const UP_TO = 6;
export const OCCUPANCY_WORDS = 16;

export function fillOccupancy(words: Int32Array, side: number, fullHalf: number, occupancy: Int32Array): void {
  for (let half = 0; half < 2; half++) {
    const own = words[side * 2 + half] ?? 0;
    const all = (words[half] ?? 0) | (words[2 + half] ?? 0) | (words[4 + half] ?? 0) | (words[6 + half] ?? 0);
    const low = words[SIZE_LOW + half] ?? 0;
    const high = words[SIZE_HIGH + half] ?? 0;
    occupancy[OWN + half] = own;
    occupancy[OPPONENTS + half] = all & ~own;
    occupancy[VACANT + half] = ~all & fullHalf;
    occupancy[UP_TO + half] = 0;
    occupancy[UP_TO + 2 + half] = all & ~high & ~low;
    occupancy[UP_TO + 4 + half] = all & ~high;
    occupancy[UP_TO + 6 + half] = all & ~(high & low);
    occupancy[UP_TO + 8 + half] = all;
  }
}

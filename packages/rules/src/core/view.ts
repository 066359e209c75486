import { SIZE_HIGH, SIZE_LOW } from './words.ts';

/** What one side sees, two words each: its own pieces, its opponents', vacant squares, then pieces up to each size. */
export const OWN = 0;
export const OTHERS = 2;
export const VACANT = 4;
/** All pieces of size s and smaller are words 6 + 2s and 7 + 2s; of size 0 there are none. */
export const UP_TO = 6;
export const VIEW = 16;

/** Fills `view` with the board as `side` (0..3) sees it. */
export function look(words: Int32Array, side: number, fullHalf: number, view: Int32Array): void {
  for (let half = 0; half < 2; half++) {
    const own = words[side * 2 + half] ?? 0;
    const all = (words[half] ?? 0) | (words[2 + half] ?? 0) | (words[4 + half] ?? 0) | (words[6 + half] ?? 0);
    const low = words[SIZE_LOW + half] ?? 0;
    const high = words[SIZE_HIGH + half] ?? 0;
    view[OWN + half] = own;
    view[OTHERS + half] = all & ~own;
    view[VACANT + half] = ~all & fullHalf;
    view[UP_TO + half] = 0;
    view[UP_TO + 2 + half] = all & ~high & ~low;
    view[UP_TO + 4 + half] = all & ~high;
    view[UP_TO + 6 + half] = all & ~(high & low);
    view[UP_TO + 8 + half] = all;
  }
}

import { BY_LAST_IN, DECIDED, QUIET_PLIES, SIDES_IN, SIZE_HIGH, SIZE_LOW, T } from './layout.ts';

/** Removes a side from play, with its pieces unless that ends the game (R14, R15). Does not change the turn. */
export function eliminate(words: Int32Array, side: number): void {
  const left = (words[SIDES_IN] ?? 0) & ~(1 << side);
  words[SIDES_IN] = left;
  words[QUIET_PLIES] = 0;
  if (words[DECIDED]) return;
  if ((left & (left - 1)) === 0) {
    words[DECIDED] = BY_LAST_IN + (31 - Math.clz32(left)) * 4;
    return;
  }
  for (let half = 0; half < 2; half++) {
    const pieces = words[side * 2 + half] ?? 0;
    for (const set of [side * 2, SIZE_LOW, SIZE_HIGH, T]) words[set + half] = (words[set + half] ?? 0) & ~pieces;
  }
}

/** The next side in play, clockwise (R11, R14). */
export const nextIn = (words: Int32Array, side: number): number => next[(words[SIDES_IN] ?? 0) * 4 + side] ?? 0;

/** A lookup table by set of sides * 4 + side, because every move needs it. */
const next = Uint8Array.from({ length: 64 }, (_, index) => {
  const [left, side] = [index >>> 2, index & 3];
  return [1, 2, 3, 4].map((step) => (side + step) & 3).find((one) => (left >>> one) & 1) ?? side;
});

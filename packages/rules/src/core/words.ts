/**
 * A position inside: 19 32-bit words. The board is two halves of up to 32 squares, South's and North's, and every set
 * of squares is two words, one a half. Offsets of first words; the second half follows.
 *
 * The four sides come first, in turn order: side i's pieces are words 2i and 2i + 1.
 */
export const SIZE_LOW = 8; // low bit of size - 1 of the piece standing there
export const SIZE_HIGH = 10; // high bit of it
export const T = 12;
/** Side to move, 0..3. */
export const TURN = 14;
/** Bit set of the sides still in (R14). */
export const IN = 15;
/** Plies since the last capture or elimination (R16). */
export const QUIET = 16;
/** Number of the next move, from 1 (R24). */
export const PLY = 17;
/** 0 while undecided, else how it was decided plus the winner's place in `SIDES` times 4. */
export const DECIDED = 18;
export const WORDS = 19;

/** Words that say where pieces stand, whose turn it is and who is in: equal words, same position (R16). */
export const SAME = 16;

export const BY_ARRIVAL = 1;
export const BY_LAST_IN = 2;

/** Number of set bits. */
export function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Place of the lowest set bit; the word must not be 0. */
export const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

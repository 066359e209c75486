/**
 * The inside of a position: 19 32-bit words. The board is two halves of up to 32 squares, South's and North's, and every set
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
export const SIDES_IN = 15;
/** Plies since the last capture or elimination (R16). */
export const QUIET_PLIES = 16;
/** Number of the next move, from 1 (R24). */
export const PLY = 17;
/** 0 while undecided, else how it was decided plus the winner's place in `SIDES` times 4. */
export const DECIDED = 18;
export const WORD_COUNT = 19;

/** The first words: pieces, turn and sides in. Where they are equal, a position is repeated (R16). */
export const REPETITION_WORDS = 16;

export const BY_ARRIVAL = 1;
export const BY_LAST_IN = 2;

/**
 * The core of a position: 19 words. Each set of squares has one word for South's half of the board and one for North's.
 * Constants are offsets of first words; words 2i and 2i + 1 are the pieces of side i.
 */
export const SIZE_LOW = 8; // low bit of size - 1 of the piece
export const SIZE_HIGH = 10;
export const T = 12;
export const TURN = 14;
/** Bit set of the sides in play (R14). */
export const SIDES_IN = 15;
/** Plies since the last capture or elimination (R16). */
export const QUIET_PLIES = 16;
/** Number of the next move, from 1 (R24). */
export const PLY = 17;
/** 0 while undecided, else the decision plus the winner's index in `SIDES` times 4. */
export const DECIDED = 18;
export const WORD_COUNT = 19;

/** The first words: pieces, turn and sides in play. If they are equal, the position is repeated (R16). */
export const REPETITION_WORDS = 16;

export const BY_ARRIVAL = 1;
export const BY_LAST_IN = 2;

/**
 * Memory layout. A set of squares is 64 bits, one per cell; cells are numbered so that each terrace is contiguous, in
 * path order (`board.ts`). The positions of a line are adjacent, so undoing a move is free.
 */
export const SIDE: usize = 0; // 4 sets: pieces of South, West, North, East
export const SIZE: usize = 32; // 4 sets: pieces of size 1 to 4; a T has size 1 (R4)
export const TS: usize = 64; // set of all T
export const KEY: usize = 72; // hash of everything that identifies a position (R16)
export const TURN: usize = 80;
export const SIDES_IN: usize = 84; // bit set of sides in play (R14)
export const QUIET: usize = 88; // plies since a capture or an elimination (R16)
export const PLY: usize = 92;
export const OVER: usize = 96; // 0, BY_ARRIVAL or BY_LAST_IN
export const WINNER: usize = 100; // valid when the game is over
export const PLACED: usize = 104; // 4 packed sums (`weights.ts`), one per side: piece values by square
export const POSITION_BYTES: usize = 144;

export const BY_ARRIVAL: i32 = 1;
export const BY_LAST_IN: i32 = 2;
export const DRAWN: i32 = 3;

/** Kinds of pieces: sizes 1 to 4 are 0 to 3. */
export const T_KIND: i32 = 4;
export const KINDS: i32 = 5;

/** Longest line searched, in plies. */
export const MAX_PLY: i32 = 120;

/** Moves per position: a piece has at most 14 targets. Not a power of two, which would map all lists to the same cache lines. */
export const MAX_MOVES: i32 = 1048;

/** Positions of the current line, from the root. */
export const LINE: usize = memory.data(144 * 124, 16);

/** The moves of each ply in words of 64 bits: `from | to << 6`, and above them their order scores. */
export const MOVES: usize = memory.data(8 * 1048 * 124, 16);

export const OUTPUT: usize = memory.data(4 * 4096, 16);

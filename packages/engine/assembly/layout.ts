/**
 * Where things lie in memory. A set of squares is 64 bits, one a cell; cells are numbered so that the squares of one
 * terrace lie side by side in path order (`board.ts`).
 *
 * A position is `POSITION_BYTES` bytes; those of one line of play lie behind each other, so that playing a move writes the
 * next one and taking it back needs nothing.
 */
export const SIDE: usize = 0; // 4 sets: pieces of South, West, North, East
export const SIZE: usize = 32; // 4 sets: pieces of size 1 to 4, a T being of size 1 (R4)
export const TS: usize = 64; // set of all T
export const KEY: usize = 72; // hash of all that makes a position the same (R16)
export const TURN: usize = 80; // side to move
export const SIDES_IN: usize = 84; // bit set (R14)
export const QUIET: usize = 88; // plies since a capture or an elimination (R16)
export const PLY: usize = 92; // number of the next move
export const OVER: usize = 96; // 0, BY_ARRIVAL or BY_LAST_IN
export const WINNER: usize = 100; // once it is over
export const PLACED: usize = 104; // 4 sums, one a side: what its pieces are worth where they stand
export const HIDDEN: usize = 128; // 2 views, South's and North's: the network's first layer (`network.ts`)
export const POSITION_BYTES: usize = 256;

export const BY_ARRIVAL: i32 = 1;
export const BY_LAST_IN: i32 = 2;
export const DRAWN: i32 = 3;

/** Kinds of pieces: sizes 1 to 4 are 0 to 3. */
export const T_KIND: i32 = 4;
export const KINDS: i32 = 5;

/** The longest line a search looks at, in plies. */
export const MAX_PLY: i32 = 120;

/** Moves of one position: a piece has at most 14 targets. */
export const MAX_MOVES: i32 = 1024;

/** Positions of the current line, the searched one first. */
export const LINE: usize = memory.data(256 * 124, 16);

/** Room for the moves of each ply, `from | to << 6`, and what each is worth trying. */
export const MOVES: usize = memory.data(4 * 1024 * 124, 16);
export const ORDER: usize = memory.data(4 * 1024 * 124, 16);

/** What a caller reads: numbers of 32 bits. */
export const OUTPUT: usize = memory.data(4 * 4096, 16);

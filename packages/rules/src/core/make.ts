import { eliminate, nextIn } from './eliminate.ts';
import type { Grid } from './grid.ts';
import { BY_ARRIVAL, DECIDED, PLY, QUIET, SIZE_HIGH, SIZE_LOW, T, TURN, WORDS } from './words.ts';

/** A move inside: from cell + to cell * 64. */
export const encode = (from: number, to: number): number => from | (to << 6);

/**
 * What `unmake` needs, `LOG` numbers a move: the victim's side + 1 with its size bits, quiet plies, the side that moved,
 * and, for a T taken, all the words as they were.
 */
const VICTIM = 0;
const WAS_QUIET = 1;
const MOVER = 2;
const BEFORE = 3;
export const LOG = BEFORE + WORDS;

const LOW = 8;
const HIGH = 16;
const WAS_T = 32;

/**
 * Plays a legal move on the words themselves.
 *
 * @param log receives what `unmake` needs, from `at` on
 * @source R9, R13, R14
 */
export function make(grid: Grid, words: Int32Array, move: number, log: Int32Array, at: number): void {
  const fromHalf = (move >>> 5) & 1;
  const fromBit = move & 31;
  const toCell = move >>> 6;
  const toHalf = toCell >>> 5;
  const toBit = toCell & 31;
  const mover = words[TURN] ?? 0;
  const quiet = words[QUIET] ?? 0;
  const occupied =
    (words[toHalf] ?? 0) | (words[toHalf + 2] ?? 0) | (words[toHalf + 4] ?? 0) | (words[toHalf + 6] ?? 0);
  const victim = (occupied >>> toBit) & 1 ? lift(words, toHalf, toBit, log, at) : 0;
  log[at + VICTIM] = victim;
  log[at + WAS_QUIET] = quiet;
  log[at + MOVER] = mover;

  const isT = shift(words, mover, fromHalf, fromBit, toHalf, toBit);
  words[PLY] = (words[PLY] ?? 0) + 1;
  words[QUIET] = victim === 0 ? quiet + 1 : 0;
  if (isT && toCell === grid.goals[mover]) words[DECIDED] = BY_ARRIVAL + mover * 4;
  if (victim & WAS_T) eliminate(words, (victim & 7) - 1);
  words[TURN] = nextIn(words, mover);
}

/** Takes back the move `make` played last, with what it logged. */
export function unmake(words: Int32Array, move: number, log: Int32Array, at: number): void {
  const victim = log[at + VICTIM] ?? 0;
  if (victim & WAS_T) {
    for (let i = 0; i < WORDS; i++) words[i] = log[at + BEFORE + i] ?? 0;
    return;
  }
  const mover = log[at + MOVER] ?? 0;
  const toHalf = move >>> 11;
  const toBit = (move >>> 6) & 31;
  shift(words, mover, toHalf, toBit, (move >>> 5) & 1, move & 31);
  words[TURN] = mover;
  words[PLY] = (words[PLY] ?? 0) - 1;
  words[QUIET] = log[at + WAS_QUIET] ?? 0;
  words[DECIDED] = 0;
  if (victim !== 0) putBack(words, victim, toHalf, 1 << toBit);
}

/** Carries a piece to a vacant square. @returns whether it is a T */
function shift(
  words: Int32Array,
  side: number,
  fromHalf: number,
  fromBit: number,
  toHalf: number,
  toBit: number,
): boolean {
  flip(words, side * 2 + fromHalf, 1 << fromBit);
  flip(words, side * 2 + toHalf, 1 << toBit);
  carry(words, SIZE_LOW, fromHalf, fromBit, toHalf, toBit);
  carry(words, SIZE_HIGH, fromHalf, fromBit, toHalf, toBit);
  return carry(words, T, fromHalf, fromBit, toHalf, toBit);
}

/**
 * Moves one bit of a set, if it is set, to a square where it is not. Moves come size by size, so the question is seldom
 * answered otherwise than the time before, and asking is cheaper than writing. @returns whether it is set
 */
function carry(
  words: Int32Array,
  set: number,
  fromHalf: number,
  fromBit: number,
  toHalf: number,
  toBit: number,
): boolean {
  if ((((words[set + fromHalf] ?? 0) >>> fromBit) & 1) === 0) return false;
  flip(words, set + fromHalf, 1 << fromBit);
  flip(words, set + toHalf, 1 << toBit);
  return true;
}

/** Takes the piece off a square. @returns what it was, as the log keeps it */
function lift(words: Int32Array, half: number, bit: number, log: Int32Array, at: number): number {
  const mask = 1 << bit;
  const low = ((words[SIZE_LOW + half] ?? 0) >>> bit) & 1;
  const high = ((words[SIZE_HIGH + half] ?? 0) >>> bit) & 1;
  const t = ((words[T + half] ?? 0) >>> bit) & 1;
  if (t) for (let i = 0; i < WORDS; i++) log[at + BEFORE + i] = words[i] ?? 0;
  const victim = (ownerOf(words, half, mask) + 1) | (low * LOW) | (high * HIGH) | (t * WAS_T);
  putBack(words, victim, half, mask);
  return victim;
}

/** Sets, or clears if they are set, a piece's bits on a square. */
function putBack(words: Int32Array, victim: number, half: number, mask: number): void {
  flip(words, ((victim & 7) - 1) * 2 + half, mask);
  if (victim & LOW) flip(words, SIZE_LOW + half, mask);
  if (victim & HIGH) flip(words, SIZE_HIGH + half, mask);
  if (victim & WAS_T) flip(words, T + half, mask);
}

/** The side with a piece on this square of this half, or -1. */
export function ownerOf(words: Int32Array, half: number, mask: number): number {
  for (let side = 0; side < 4; side++) if ((words[side * 2 + half] ?? 0) & mask) return side;
  return -1;
}

function flip(words: Int32Array, index: number, mask: number): void {
  words[index] = (words[index] ?? 0) ^ mask;
}

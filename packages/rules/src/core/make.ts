import { eliminate, nextIn } from './eliminate.ts';
import type { Grid } from './grid.ts';
import { BY_ARRIVAL, DECIDED, PLY, QUIET_PLIES, SIZE_HIGH, SIZE_LOW, T, TURN, WORD_COUNT } from './layout.ts';

/** Encodes a move: from cell + to cell * 64. */
export const encode = (from: number, to: number): number => from | (to << 6);

/** Undo data per move: the victim's side + 1 with its size bits, quiet plies, the mover, for a T all previous words. */
const VICTIM = 0;
const WAS_QUIET = 1;
const MOVER = 2;
const BEFORE = 3;
export const UNDO_WORDS = BEFORE + WORD_COUNT;

const LOW = 8;
const HIGH = 16;
const WAS_T = 32;

/** Plays a legal move in place. @param undo receives the data for `unmake`, from `at` on @source R9, R13, R14 */
export function make(grid: Grid, words: Int32Array, move: number, undo: Int32Array, at: number): void {
  const fromHalf = (move >>> 5) & 1;
  const fromBit = move & 31;
  const toCell = move >>> 6;
  const toHalf = toCell >>> 5;
  const toBit = toCell & 31;
  const mover = words[TURN] ?? 0;
  const quiet = words[QUIET_PLIES] ?? 0;
  const occupied =
    (words[toHalf] ?? 0) | (words[toHalf + 2] ?? 0) | (words[toHalf + 4] ?? 0) | (words[toHalf + 6] ?? 0);
  const victim = (occupied >>> toBit) & 1 ? removePiece(words, toHalf, toBit, undo, at) : 0;
  undo[at + VICTIM] = victim;
  undo[at + WAS_QUIET] = quiet;
  undo[at + MOVER] = mover;

  const isT = movePiece(words, mover, fromHalf, fromBit, toHalf, toBit);
  words[PLY] = (words[PLY] ?? 0) + 1;
  words[QUIET_PLIES] = victim === 0 ? quiet + 1 : 0;
  if (isT && toCell === grid.goals[mover]) words[DECIDED] = BY_ARRIVAL + mover * 4;
  if (victim & WAS_T) eliminate(words, (victim & 7) - 1);
  words[TURN] = nextIn(words, mover);
}

/** Takes back the last move of `make` with its undo data. */
export function unmake(words: Int32Array, move: number, undo: Int32Array, at: number): void {
  const victim = undo[at + VICTIM] ?? 0;
  if (victim & WAS_T) {
    for (let i = 0; i < WORD_COUNT; i++) words[i] = undo[at + BEFORE + i] ?? 0;
    return;
  }
  const mover = undo[at + MOVER] ?? 0;
  const toHalf = move >>> 11;
  const toBit = (move >>> 6) & 31;
  movePiece(words, mover, toHalf, toBit, (move >>> 5) & 1, move & 31);
  words[TURN] = mover;
  words[PLY] = (words[PLY] ?? 0) - 1;
  words[QUIET_PLIES] = undo[at + WAS_QUIET] ?? 0;
  words[DECIDED] = 0;
  if (victim !== 0) togglePiece(words, victim, toHalf, 1 << toBit);
}

/** Moves a piece to a vacant square. @returns whether it is a T */
function movePiece(
  words: Int32Array,
  side: number,
  fromHalf: number,
  fromBit: number,
  toHalf: number,
  toBit: number,
): boolean {
  toggle(words, side * 2 + fromHalf, 1 << fromBit);
  toggle(words, side * 2 + toHalf, 1 << toBit);
  moveBit(words, SIZE_LOW, fromHalf, fromBit, toHalf, toBit);
  moveBit(words, SIZE_HIGH, fromHalf, fromBit, toHalf, toBit);
  return moveBit(words, T, fromHalf, fromBit, toHalf, toBit);
}

/** Branches, because moves come size by size, so the branch is predictable. @returns whether the bit was set */
function moveBit(
  words: Int32Array,
  set: number,
  fromHalf: number,
  fromBit: number,
  toHalf: number,
  toBit: number,
): boolean {
  if ((((words[set + fromHalf] ?? 0) >>> fromBit) & 1) === 0) return false;
  toggle(words, set + fromHalf, 1 << fromBit);
  toggle(words, set + toHalf, 1 << toBit);
  return true;
}

/** Removes the piece from a square. @returns the piece as in `undo` */
function removePiece(words: Int32Array, half: number, bit: number, undo: Int32Array, at: number): number {
  const mask = 1 << bit;
  const low = ((words[SIZE_LOW + half] ?? 0) >>> bit) & 1;
  const high = ((words[SIZE_HIGH + half] ?? 0) >>> bit) & 1;
  const t = ((words[T + half] ?? 0) >>> bit) & 1;
  if (t) for (let i = 0; i < WORD_COUNT; i++) undo[at + BEFORE + i] = words[i] ?? 0;
  const victim = (ownerOf(words, half, mask) + 1) | (low * LOW) | (high * HIGH) | (t * WAS_T);
  togglePiece(words, victim, half, mask);
  return victim;
}

function togglePiece(words: Int32Array, victim: number, half: number, mask: number): void {
  toggle(words, ((victim & 7) - 1) * 2 + half, mask);
  if (victim & LOW) toggle(words, SIZE_LOW + half, mask);
  if (victim & HIGH) toggle(words, SIZE_HIGH + half, mask);
  if (victim & WAS_T) toggle(words, T + half, mask);
}

/** The side with a piece on this square of this half, or -1. */
export function ownerOf(words: Int32Array, half: number, mask: number): number {
  for (let side = 0; side < 4; side++) if ((words[side * 2 + half] ?? 0) & mask) return side;
  return -1;
}

function toggle(words: Int32Array, index: number, mask: number): void {
  words[index] = (words[index] ?? 0) ^ mask;
}

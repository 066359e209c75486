import { goalOf, layOut } from './board';

/** A piece is its kind plus 8 for North's; 0 is a vacant square. Kinds 1 to 4 are sizes, 5 is the T. */
export const T: i32 = 5;

export const BOARD = new StaticArray<i32>(64);
/** By side: the squares of its pieces, in any order. */
export const PIECES = new StaticArray<i32>(2 * 32);
export const COUNTS = new StaticArray<i32>(2);
/** By square: its place in `PIECES`. */
const PLACES = new StaticArray<i32>(64);
/** By side: the square of its T. */
export const T_SQUARES = new StaticArray<i32>(2);

export let turn: i32 = 0;
export let hash: u64 = 0;
/** Plies since the last capture (R16). */
let quiet: i32 = 0;
/** The side that has won, or -1. */
export let winner: i32 = -1;

const MAX_LINE: i32 = 4096;
const QUIET_LIMIT: i32 = 200;
const KEYS = new StaticArray<u64>(16 * 64);
const TURN_KEY: u64 = 0x9e3779b97f4a7c15;
fillKeys();

/** What is needed to take moves back: move, captured piece, place in the list, quiet plies, hash before. */
const MOVED = new StaticArray<i32>(MAX_LINE);
const CAPTURED = new StaticArray<i32>(MAX_LINE);
const CAPTURED_PLACES = new StaticArray<i32>(MAX_LINE);
const QUIETS = new StaticArray<i32>(MAX_LINE);
const HASHES = new StaticArray<u64>(MAX_LINE);
let played: i32 = 0;

/** Xorshift generator with a fixed seed. */
function fillKeys(): void {
  let state: u64 = 0x2545f4914f6cdd1d;
  for (let i = 0; i < 16 * 64; i++) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    KEYS[i] = state;
  }
}

export function kindOf(piece: i32): i32 {
  return piece & 7;
}
export function sideOf(piece: i32): i32 {
  return piece >> 3;
}
/** R4: the T has size 1. */
export function sizeOf(piece: i32): i32 {
  return (piece & 7) === T ? 1 : piece & 7;
}

export function reset(size: i32): void {
  layOut(size);
  for (let square = 0; square < 64; square++) BOARD[square] = 0;
  for (let side = 0; side < 2; side++) COUNTS[side] = 0;
  played = 0;
  hash = 0;
  winner = -1;
}

export function place(square: i32, piece: i32): void {
  add(square, piece, unchecked(COUNTS[piece >> 3]));
}

export function begin(side: i32, quietPlies: i32): void {
  turn = side;
  quiet = quietPlies;
  if (side === 1) hash ^= TURN_KEY;
}

/** Adds a piece to a place in its side's list; the piece that stood there moves to the end. */
function add(square: i32, piece: i32, at: i32): void {
  const side = piece >> 3;
  const count = unchecked(COUNTS[side]);
  if (at < count) setPlace(side, count, unchecked(PIECES[side * 32 + at]));
  setPlace(side, at, square);
  unchecked((COUNTS[side] = count + 1));
  put(square, piece);
}

function remove(square: i32, piece: i32): void {
  const side = piece >> 3;
  const last = unchecked(COUNTS[side]) - 1;
  setPlace(side, unchecked(PLACES[square]), unchecked(PIECES[side * 32 + last]));
  unchecked((COUNTS[side] = last));
  take(square, piece);
}

function setPlace(side: i32, at: i32, square: i32): void {
  unchecked((PIECES[side * 32 + at] = square));
  unchecked((PLACES[square] = at));
}

function put(square: i32, piece: i32): void {
  unchecked((BOARD[square] = piece));
  hash ^= unchecked(KEYS[(piece << 6) | square]);
  if ((piece & 7) === T) unchecked((T_SQUARES[piece >> 3] = square));
}

function take(square: i32, piece: i32): void {
  unchecked((BOARD[square] = 0));
  hash ^= unchecked(KEYS[(piece << 6) | square]);
}

function shift(from: i32, to: i32): void {
  const piece = unchecked(BOARD[from]);
  take(from, piece);
  put(to, piece);
  setPlace(piece >> 3, unchecked(PLACES[from]), to);
}

/** Plays a legal move, `from | to << 6`. */
export function play(move: i32): void {
  const from = move & 63;
  const to = move >> 6;
  const captured = unchecked(BOARD[to]);
  unchecked((MOVED[played] = move));
  unchecked((CAPTURED[played] = captured));
  unchecked((QUIETS[played] = quiet));
  unchecked((HASHES[played] = hash));
  if (captured) {
    unchecked((CAPTURED_PLACES[played] = PLACES[to]));
    remove(to, captured);
    quiet = 0;
    if ((captured & 7) === T) winner = (captured >> 3) ^ 1;
  } else quiet++;
  shift(from, to);
  if (to === goalOf(turn) && (unchecked(BOARD[to]) & 7) === T) winner = turn;
  played++;
  turn ^= 1;
  hash ^= TURN_KEY;
}

export function takeBack(): void {
  played--;
  turn ^= 1;
  const move = unchecked(MOVED[played]);
  shift(move >> 6, move & 63);
  const captured = unchecked(CAPTURED[played]);
  if (captured) add(move >> 6, captured, unchecked(CAPTURED_PLACES[played]));
  quiet = unchecked(QUIETS[played]);
  hash = unchecked(HASHES[played]);
  winner = -1;
}

/** R16, except that a search already counts the second occurrence as a draw. */
export function isDrawn(): bool {
  if (quiet >= QUIET_LIMIT) return true;
  const oldest = max(0, played - quiet);
  for (let at = played - 4; at >= oldest; at -= 2) if (unchecked(HASHES[at]) === hash) return true;
  return false;
}

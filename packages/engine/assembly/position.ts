import { goalOf } from './board';
import { pieceKey, sidesInKey, turnKey } from './hash';
import {
  BY_ARRIVAL,
  BY_LAST_IN,
  KEY,
  OVER,
  PLACED,
  PLY,
  POSITION_BYTES,
  QUIET,
  SIDE,
  SIDES_IN,
  SIZE,
  T_KIND,
  TS,
  TURN,
  WINNER,
} from './layout';
import { placeValue } from './weights';

export function turnOf(p: usize): i32 {
  return load<i32>(p, TURN);
}
export function sidesIn(p: usize): i32 {
  return load<i32>(p, SIDES_IN);
}
export function ofSide(p: usize, side: i32): u64 {
  return load<u64>(p + ((<usize>side) << 3), SIDE);
}
/** @param size 1 to 4 */
export function ofSize(p: usize, size: i32): u64 {
  return load<u64>(p + ((<usize>size) << 3), SIZE - 8);
}
export function occupied(p: usize): u64 {
  return load<u64>(p, SIDE) | load<u64>(p, SIDE + 8) | load<u64>(p, SIDE + 16) | load<u64>(p, SIDE + 24);
}
/** The cell of a side's T, or 64 without one. */
export function tCell(p: usize, side: i32): i32 {
  return <i32>ctz(load<u64>(p, TS) & ofSide(p, side));
}

export function ownerAt(p: usize, bit: u64): i32 {
  if (load<u64>(p, SIDE) & bit) return 0;
  if (load<u64>(p, SIDE + 8) & bit) return 1;
  return load<u64>(p, SIDE + 16) & bit ? 2 : 3;
}

function sizeAt(p: usize, bit: u64): i32 {
  if (load<u64>(p, SIZE) & bit) return 1;
  if (load<u64>(p, SIZE + 8) & bit) return 2;
  return load<u64>(p, SIZE + 16) & bit ? 3 : 4;
}

export function kindAt(p: usize, bit: u64): i32 {
  return load<u64>(p, TS) & bit ? T_KIND : sizeAt(p, bit) - 1;
}

/** Places a piece on a vacant cell, or removes it. */
function toggle(p: usize, side: i32, kind: i32, cell: i32): void {
  const bit = (<u64>1) << cell;
  const sides = p + ((<usize>side) << 3);
  store<u64>(sides, load<u64>(sides, SIDE) ^ bit, SIDE);
  const sizes = p + ((<usize>(kind === T_KIND ? 0 : kind)) << 3);
  store<u64>(sizes, load<u64>(sizes, SIZE) ^ bit, SIZE);
  if (kind === T_KIND) store<u64>(p, load<u64>(p, TS) ^ bit, TS);
  store<u64>(p, load<u64>(p, KEY) ^ pieceKey(side, kind, cell), KEY);
  const isThere = (load<u64>(sides, SIDE) & bit) !== 0;
  const value = placeValue(side, kind, cell);
  const sums = p + ((<usize>side) << 3);
  store<i64>(sums, load<i64>(sums, PLACED) + (isThere ? value : -value), PLACED);
}

export function clear(p: usize): void {
  memory.fill(p, 0, POSITION_BYTES);
}

export function put(p: usize, side: i32, kind: i32, cell: i32): void {
  toggle(p, side, kind, cell);
}

export function setTurn(p: usize, turn: i32, sides: i32, quiet: i32, ply: i32): void {
  store<i32>(p, turn, TURN);
  store<i32>(p, sides, SIDES_IN);
  store<i32>(p, quiet, QUIET);
  store<i32>(p, ply, PLY);
  store<u64>(p, load<u64>(p, KEY) ^ turnKey(turn) ^ sidesInKey(sides), KEY);
}

/** The next side in play, clockwise (R11, R14). */
function nextIn(sides: i32, side: i32): i32 {
  let next = side;
  do next = (next + 1) & 3;
  while (next !== side && ((sides >> next) & 1) === 0);
  return next;
}

/** Plays a legal move (R9, R13, R14). @returns the position after it, in the next slot */
export function play(p: usize, move: i32): usize {
  const after = p + POSITION_BYTES;
  copy(p, after);
  const from = move & 63;
  const to = (move >> 6) & 63;
  const toBit = (<u64>1) << to;
  const mover = turnOf(p);
  const kind = kindAt(p, (<u64>1) << from);
  let quiet = load<i32>(p, QUIET) + 1;
  let taken = -1;
  let victim = -1;
  if (occupied(p) & toBit) {
    victim = ownerAt(p, toBit);
    taken = kindAt(p, toBit);
    toggle(after, victim, taken, to);
    quiet = 0;
  }
  toggle(after, mover, kind, from);
  toggle(after, mover, kind, to);
  store<i32>(after, quiet, QUIET);
  store<i32>(after, load<i32>(p, PLY) + 1, PLY);
  if (kind === T_KIND && to === goalOf(mover)) {
    store<i32>(after, BY_ARRIVAL, OVER);
    store<i32>(after, mover, WINNER);
  }
  if (taken === T_KIND) eliminate(after, victim);
  pass(after, mover);
  return after;
}

export function playNullMove(p: usize): usize {
  const after = p + POSITION_BYTES;
  copy(p, after);
  store<i32>(after, load<i32>(p, QUIET) + 1, QUIET);
  store<i32>(after, load<i32>(p, PLY) + 1, PLY);
  pass(after, turnOf(p));
  return after;
}

function pass(p: usize, mover: i32): void {
  const next = nextIn(sidesIn(p), mover);
  store<i32>(p, next, TURN);
  store<u64>(p, load<u64>(p, KEY) ^ turnKey(mover) ^ turnKey(next), KEY);
}

/** Eliminates a side whose T was captured, with its pieces unless the game ends (R14). */
function eliminate(p: usize, side: i32): void {
  const before = sidesIn(p);
  const left = before & ~(1 << side);
  store<i32>(p, left, SIDES_IN);
  store<u64>(p, load<u64>(p, KEY) ^ sidesInKey(before) ^ sidesInKey(left), KEY);
  if (load<i32>(p, OVER)) return;
  if ((left & (left - 1)) === 0) {
    store<i32>(p, BY_LAST_IN, OVER);
    store<i32>(p, <i32>ctz(left), WINNER);
    return;
  }
  for (let rest = ofSide(p, side); rest !== 0; rest &= rest - 1) {
    const bit = rest & -rest;
    toggle(p, side, kindAt(p, bit), <i32>ctz(rest));
  }
}

function copy(from: usize, to: usize): void {
  for (let at: usize = 0; at < POSITION_BYTES; at += 16) v128.store(to + at, v128.load(from + at));
}

import { exchange, worth } from './exchange';
import { MAX_MOVES, MOVES, TS } from './layout';
import { kindAt, occupied, ofSide, turnOf } from './position';

/** By ply: the last two quiet moves that caused a cutoff. */
const KILLERS: usize = memory.data(8 * 128, 16);
/** By side and move: a score from -16384 to 16384 for how often it was best. */
const HISTORY: usize = memory.data(4 * 4 * 4096, 16);
/** By side and previous move: the best reply. */
const COUNTERS: usize = memory.data(4 * 4 * 4096, 16);

const LIMIT: i32 = 16384;

/** Higher orders are captures that do not lose material, hash moves and killers. */
export const GOOD: i32 = 1 << 20;

export function clear(): void {
  memory.fill(KILLERS, 0, 8 * 128);
  memory.fill(HISTORY, 0, 4 * 4 * 4096);
  memory.fill(COUNTERS, 0, 4 * 4 * 4096);
}

export function movesAt(ply: i32): usize {
  return MOVES + <usize>(ply * MAX_MOVES) * 8;
}
/** The order score of a move at an address in a list. */
export function orderAt(at: usize): i32 {
  return load<i32>(at, 4);
}

function historyAt(side: i32, move: i32): usize {
  return HISTORY + ((<usize>((side << 12) | move)) << 2);
}

export function history(side: i32, move: i32): i32 {
  return load<i32>(historyAt(side, move));
}

/** Assigns an order score to each move of the list of a ply. @param before the previous move, 0 for none */
export function scoreMoves(p: usize, ply: i32, end: usize, hash: i32, before: i32): void {
  const side = turnOf(p);
  const own = ofSide(p, side);
  const all = occupied(p);
  const first = load<i32>(KILLERS + ((<usize>ply) << 3));
  const second = load<i32>(KILLERS + ((<usize>ply) << 3), 4);
  const counter = load<i32>(COUNTERS + ((<usize>((side << 12) | before)) << 2));
  for (let at = movesAt(ply); at < end; at += 8) {
    const move = load<i32>(at);
    const toBit = (<u64>1) << (move >> 6);
    let value: i32;
    if (move === hash) value = 1 << 26;
    else if (own & toBit) value = ownCapture(p, move, toBit);
    else if (all & toBit) {
      const gain = exchange(p, move);
      value = (gain >= 0 ? 2 * GOOD : -GOOD / 4) + gain * 8 - worth(kindAt(p, (<u64>1) << (move & 63)));
    } else if (move === first) value = GOOD + 3;
    else if (move === second) value = GOOD + 2;
    else if (move === counter) value = GOOD + 1;
    else value = load<i32>(historyAt(side, move));
    store<i32>(at, value, 4);
  }
}

/** The capture of the own T comes last. Own pieces captured by the T rank like quiet moves. */
function ownCapture(p: usize, move: i32, toBit: u64): i32 {
  const ts = load<u64>(p, TS);
  if (ts & toBit) return -2 * GOOD;
  return ts & ((<u64>1) << (move & 63)) ? history(turnOf(p), move) : -GOOD;
}

/** Swaps the best move of the rest of a list into its first place. @returns it */
export function pick(first: usize, end: usize): i32 {
  let best = first;
  let value = load<i64>(first);
  for (let at = first + 8; at < end; at += 8) {
    const other = load<i64>(at);
    if (other > value) {
      value = other;
      best = at;
    }
  }
  store<i64>(best, load<i64>(first));
  store<i64>(first, value);
  return <i32>value;
}

/** Removes the low-ordered moves between two sets of squares from the rest of a list. @returns its end */
export function drop(first: usize, end: usize, to: u64, from: u64): usize {
  let kept = first;
  for (let at = first; at < end; at += 8) {
    const move = load<i32>(at);
    const isDropped = orderAt(at) < GOOD && ((to >> (move >> 6)) & (from >> (move & 63)) & 1) !== 0;
    store<i64>(kept, load<i64>(at));
    if (!isDropped) kept += 8;
  }
  return kept;
}

/** Rewards the quiet move that was best and penalizes those tried before it. */
export function updateHistory(side: i32, ply: i32, best: usize, depth: i32, before: i32): void {
  const move = load<i32>(best);
  const killers = KILLERS + ((<usize>ply) << 3);
  if (load<i32>(killers) !== move) {
    store<i32>(killers, load<i32>(killers), 4);
    store<i32>(killers, move);
  }
  store<i32>(COUNTERS + ((<usize>((side << 12) | before)) << 2), move);
  const bonus = min(depth * depth * 16, 2048);
  shift(side, move, bonus);
  for (let at = movesAt(ply); at < best; at += 8) shift(side, load<i32>(at), -bonus);
}

function shift(side: i32, move: i32, by: i32): void {
  const at = historyAt(side, move);
  const value = load<i32>(at);
  store<i32>(at, value + by - (value * abs(by)) / LIMIT);
}

import { exchange, worth } from './exchange';
import { MAX_MOVES, MOVES, ORDER, TS } from './layout';
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
  return MOVES + <usize>(ply * MAX_MOVES) * 4;
}
export function orderAt(ply: i32): usize {
  return ORDER + <usize>(ply * MAX_MOVES) * 4;
}

function historyAt(side: i32, move: i32): usize {
  return HISTORY + ((<usize>((side << 12) | move)) << 2);
}

export function history(side: i32, move: i32): i32 {
  return load<i32>(historyAt(side, move));
}

/** Assigns an order score to each move of a list. @param before the previous move, 0 for none */
export function scoreMoves(p: usize, ply: i32, count: i32, hash: i32, before: i32): void {
  const list = movesAt(ply);
  const order = orderAt(ply);
  const side = turnOf(p);
  const own = ofSide(p, side);
  const all = occupied(p);
  const first = load<i32>(KILLERS + ((<usize>ply) << 3));
  const second = load<i32>(KILLERS + ((<usize>ply) << 3), 4);
  const counter = load<i32>(COUNTERS + ((<usize>((side << 12) | before)) << 2));
  for (let i = 0; i < count; i++) {
    const move = load<i32>(list + ((<usize>i) << 2));
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
    store<i32>(order + ((<usize>i) << 2), value);
  }
}

/** The capture of the own T comes last. Own pieces captured by the T rank like quiet moves. */
function ownCapture(p: usize, move: i32, toBit: u64): i32 {
  const ts = load<u64>(p, TS);
  if (ts & toBit) return -2 * GOOD;
  return ts & ((<u64>1) << (move & 63)) ? history(turnOf(p), move) : -GOOD;
}

/** Swaps the best move from `index` on into that place. @returns it */
export function pick(ply: i32, index: i32, count: i32): i32 {
  const list = movesAt(ply);
  const order = orderAt(ply);
  let best = index;
  let value = load<i32>(order + ((<usize>index) << 2));
  for (let i = index + 1; i < count; i++) {
    const other = load<i32>(order + ((<usize>i) << 2));
    if (other > value) {
      value = other;
      best = i;
    }
  }
  const move = load<i32>(list + ((<usize>best) << 2));
  if (best !== index) {
    store<i32>(list + ((<usize>best) << 2), load<i32>(list + ((<usize>index) << 2)));
    store<i32>(order + ((<usize>best) << 2), load<i32>(order + ((<usize>index) << 2)));
    store<i32>(list + ((<usize>index) << 2), move);
    store<i32>(order + ((<usize>index) << 2), value);
  }
  return move;
}

/** Rewards the quiet move that was best and penalizes those tried before it. */
export function updateHistory(side: i32, ply: i32, index: i32, depth: i32, before: i32): void {
  const list = movesAt(ply);
  const move = load<i32>(list + ((<usize>index) << 2));
  const killers = KILLERS + ((<usize>ply) << 3);
  if (load<i32>(killers) !== move) {
    store<i32>(killers, load<i32>(killers), 4);
    store<i32>(killers, move);
  }
  store<i32>(COUNTERS + ((<usize>((side << 12) | before)) << 2), move);
  const bonus = min(depth * depth * 16, 2048);
  shift(side, move, bonus);
  for (let i = 0; i < index; i++) shift(side, load<i32>(list + ((<usize>i) << 2)), -bonus);
}

function shift(side: i32, move: i32, by: i32): void {
  const at = historyAt(side, move);
  const value = load<i32>(at);
  store<i32>(at, value + by - (value * abs(by)) / LIMIT);
}

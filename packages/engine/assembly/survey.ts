import { attackers, nearAttackers, others } from './attack';
import { DOWN_DIAGONAL, full, notLarger, STEPS, slide } from './board';
import { TS } from './layout';
import { occupied, ofSide, ofSize, sidesIn, tCell } from './position';
import { tally } from './tally';
import { DEFENDED, LOOSE, MOBILITY } from './weights';

/** By side: vacant squares that its pieces reach, squares where they can capture the smallest pieces, and their score. */
const REACHED: usize = memory.data(8 * 4, 16);
const COVERED: usize = memory.data(8 * 4, 16);
const SCORES: usize = memory.data(8 * 4, 16);

export function coveredBy(side: i32): u64 {
  return load<u64>(COVERED + ((<usize>side) << 3));
}
export function pieceScore(side: i32): i64 {
  return load<i64>(SCORES + ((<usize>side) << 3));
}

export function reachedByOthers(p: usize, side: i32): u64 {
  return ofOthers(p, side, REACHED);
}
export function coveredByOthers(p: usize, side: i32): u64 {
  return ofOthers(p, side, COVERED);
}

function ofOthers(p: usize, side: i32, sets: usize): u64 {
  const sides = sidesIn(p);
  let squares: u64 = 0;
  for (let foe = 0; foe < 4; foe++) {
    if (foe !== side && (sides >> foe) & 1) squares |= load<u64>(sets + ((<usize>foe) << 3));
  }
  return squares;
}

/** Finds what a side's pieces reach and cover, and scores their mobility and their danger. */
export function surveyPieces(p: usize, side: i32): void {
  const own = ofSide(p, side);
  const foes = others(p, side);
  const vacant = ~occupied(p) & full;
  const ts = load<u64>(p, TS);
  let reached: u64 = 0;
  let covered: u64 = 0;
  let upTo: u64 = 0;
  let score: i64 = 0;
  for (let kind = 0; kind < 4; kind++) {
    const ofKind = ofSize(p, kind + 1);
    upTo |= ofKind;
    const blockers = notLarger ? foes | (own & ~upTo) : foes;
    let moves = 0;
    for (let left = own & ofKind & ~ts; left !== 0; left &= left - 1) {
      const cell = <i32>ctz(left);
      const at = (<usize>cell) << 3;
      const targets = (slide(cell, blockers) | load<u64>(STEPS + at)) & vacant;
      moves += <i32>popcnt(targets);
      reached |= targets;
      covered |= load<u64>(DOWN_DIAGONAL + at);
      if ((nearAttackers(cell) & foes) === 0) continue;
      const by = attackers(p, cell, kind + 1);
      if (by & foes) score += tally((by & own ? DEFENDED : LOOSE) + kind, 1);
    }
    score += tally(MOBILITY + kind, moves);
  }
  const t = tCell(p, side);
  if (t !== 64) covered |= load<u64>(DOWN_DIAGONAL + ((<usize>t) << 3));
  store<u64>(REACHED + ((<usize>side) << 3), reached);
  store<u64>(COVERED + ((<usize>side) << 3), covered);
  store<i64>(SCORES + ((<usize>side) << 3), score);
}

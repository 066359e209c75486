import { ALONG, DOWN_STRAIGHT, largest, rankCapture, UP_DIAGONAL } from './board';
import { occupied, ofSide, ofSize, sidesIn, tCell } from './position';

/** Squares from which some piece could capture there. */
export function nearAttackers(cell: i32): u64 {
  const at = (<usize>cell) << 3;
  const above = load<u64>(UP_DIAGONAL + at);
  return rankCapture ? above | load<u64>(DOWN_STRAIGHT + at) | load<u64>(ALONG + at) : above;
}

/** Squares from which a piece of at least this size could capture one of this size there (R9, R10), of any side. */
export function attackers(p: usize, cell: i32, size: i32): u64 {
  const at = (<usize>cell) << 3;
  const above = load<u64>(UP_DIAGONAL + at);
  if (!rankCapture) return above & atLeast(p, size);
  const below = load<u64>(DOWN_STRAIGHT + at);
  const smallest = size === largest ? ofSize(p, 1) : 0;
  const larger = size < 4 ? atLeast(p, size + 1) : 0;
  return (above & atLeast(p, size - 1)) | (load<u64>(ALONG + at) & atLeast(p, size)) | (below & (larger | smallest));
}

function atLeast(p: usize, size: i32): u64 {
  if (size <= 1) return occupied(p);
  let sets = ofSize(p, 4);
  if (size <= 3) sets |= ofSize(p, 3);
  if (size <= 2) sets |= ofSize(p, 2);
  return sets;
}

export function others(p: usize, side: i32): u64 {
  return occupied(p) & ~ofSide(p, side);
}

/** Opponents' pieces that can capture this side's T (R18). */
export function tAttackers(p: usize, side: i32): u64 {
  const cell = tCell(p, side);
  return cell === 64 || ((sidesIn(p) >> side) & 1) === 0 ? 0 : attackers(p, cell, 1) & others(p, side);
}

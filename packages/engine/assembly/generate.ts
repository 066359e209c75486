import {
  ALONG,
  DOWN_DIAGONAL,
  DOWN_STRAIGHT,
  full,
  largest,
  notLarger,
  rankCapture,
  slide,
  UP,
  UP_STRAIGHT,
} from './board';
import { occupied, ofSide, ofSize, turnOf } from './position';

/** Writes the legal moves (R6 to R10). @param end where to write @returns the end of the list */
export function generate(p: usize, end: usize): usize {
  return generateOf(p, end, ~(<u64>0), ~(<u64>0));
}

/** Legal moves of the side to move from one set of cells to another. */
export function generateOf(p: usize, end: usize, from: u64, to: u64): usize {
  const own = ofSide(p, turnOf(p));
  const all = occupied(p);
  const vacant = ~all & full & to;
  const opponents = all & ~own;
  let upTo: u64 = 0;
  for (let size = 1; size <= 4; size++) {
    const below = upTo;
    upTo |= ofSize(p, size);
    const blockers = notLarger ? opponents | (own & ~upTo) : opponents;
    for (let movers = own & ofSize(p, size) & from; movers !== 0; movers &= movers - 1) {
      const cell = <i32>ctz(movers);
      const at = (<usize>cell) << 3;
      const quiet = (slide(cell, blockers) | load<u64>(UP + at) | load<u64>(DOWN_STRAIGHT + at)) & vacant;
      const captures = rankCapture ? rankCaptures(p, cell, size, below, upTo) : load<u64>(DOWN_DIAGONAL + at) & upTo;
      for (let targets = quiet | (captures & to); targets !== 0; targets &= targets - 1) {
        store<u64>(end, <u64>cell | (ctz(targets) << 6));
        end += 8;
      }
    }
  }
  return end;
}

/** Captures by R10. @param below pieces smaller than the attacker @param upTo pieces not larger than it */
function rankCaptures(p: usize, cell: i32, size: i32, below: u64, upTo: u64): u64 {
  const at = (<usize>cell) << 3;
  const diagonal = size < 4 ? upTo | ofSize(p, size + 1) : upTo;
  const above = size === 1 ? ofSize(p, largest) : below;
  return (
    (load<u64>(DOWN_DIAGONAL + at) & diagonal) | (load<u64>(UP_STRAIGHT + at) & above) | (load<u64>(ALONG + at) & upTo)
  );
}

/** Captures of opponents' pieces only. */
export function generateCaptures(p: usize, end: usize): usize {
  const own = ofSide(p, turnOf(p));
  return generateOf(p, end, ~(<u64>0), occupied(p) & ~own);
}

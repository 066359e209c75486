import {
  DOWN_DIAGONAL,
  DOWN_STRAIGHT,
  full,
  goalOf,
  STEPS,
  STEPS_BACK,
  size,
  slideAll,
  terraceNeighbours,
  UP_DIAGONAL,
} from './board';
import { occupied, ofSide, ofSize, tCell } from './position';

/** Distance of a T without a path, in moves. */
const NO_WAY: i32 = 15;

/** By goal (0 the high corner, 1 the low one) and cell: moves that a T needs on an empty board. */
const DISTANCES: usize = memory.data(2 * 64);

/** From this distance on, paths are not computed: too much will change. */
const FAR: i32 = 9;

export function fillDistances(): void {
  for (let view = 0; view < 2; view++) {
    const goal = (<u64>1) << goalOf(view << 1);
    for (let cell = 0; cell < size * size; cell++) {
      store<u8>(DISTANCES + (view << 6) + cell, <u8>movesBetween(cell, goal, 0, 0, full));
    }
  }
}

/** Whether a side's T is near enough to compute its path. */
export function isNear(p: usize, side: i32): bool {
  return emptyBoardDistance(p, side) < FAR;
}

export function emptyBoardDistance(p: usize, side: i32): i32 {
  const cell = tCell(p, side);
  return cell === 64 ? NO_WAY : <i32>load<u8>(DISTANCES + (((side >> 1) & 1) << 6) + cell);
}

/** Moves of a T to its goal if nothing else moves, at most `NO_WAY`; ignores house rules. @param avoid forbidden squares */
export function movesToGoal(p: usize, side: i32, avoid: u64): i32 {
  const goal = (<u64>1) << goalOf(side);
  const all = occupied(p);
  const vacant = ~all & full & (~avoid | goal);
  return movesBetween(tCell(p, side), goal, all & ~ofSide(p, side), ofSize(p, 1) & ~avoid, vacant);
}

/** Bidirectional search that always extends the smaller frontier. */
function movesBetween(start: i32, goal: u64, blockers: u64, smallest: u64, vacant: u64): i32 {
  const free = ~blockers;
  let edge = (<u64>1) << start;
  let edgeBack = goal;
  const places = vacant | smallest | edge;
  let seen = edge;
  let seenBack = goal;
  for (let moves = 1; moves < NO_WAY; moves++) {
    if (popcnt(edge) <= popcnt(edgeBack)) {
      let steps: u64 = 0;
      let captures: u64 = 0;
      for (let left = edge; left !== 0; left &= left - 1) {
        const at = (<usize>ctz(left)) << 3;
        steps |= load<u64>(STEPS + at);
        captures |= load<u64>(DOWN_DIAGONAL + at);
      }
      edge = (((slideAll(edge, free) | steps) & vacant) | (captures & smallest)) & ~seen;
      if (edge & seenBack) return moves;
      if (edge === 0) return NO_WAY;
      seen |= edge;
    } else {
      const along = slideAll(edgeBack & vacant, free);
      let from = along | (terraceNeighbours(along) & smallest);
      for (let left = edgeBack & vacant; left !== 0; left &= left - 1) {
        from |= load<u64>(STEPS_BACK + ((<usize>ctz(left)) << 3));
      }
      for (let left = edgeBack & smallest; left !== 0; left &= left - 1) {
        from |= load<u64>(UP_DIAGONAL + ((<usize>ctz(left)) << 3));
      }
      edgeBack = from & places & ~seenBack;
      if (edgeBack & seen) return moves;
      if (edgeBack === 0) return NO_WAY;
      seenBack |= edgeBack;
    }
  }
  return NO_WAY;
}

/** Whether the side's T could arrive with its next move (R13), by the standard rules. */
export function couldArrive(p: usize, side: i32): bool {
  const cell = tCell(p, side);
  if (cell === 64) return false;
  const goal = (<u64>1) << goalOf(side);
  const at = (<usize>cell) << 3;
  if ((load<u64>(DOWN_STRAIGHT + at) | load<u64>(DOWN_DIAGONAL + at)) & goal) {
    if (load<u64>(DOWN_STRAIGHT + at) & goal & ~occupied(p)) return true;
    return (load<u64>(DOWN_DIAGONAL + at) & goal & ofSize(p, 1)) !== 0;
  }
  return false;
}

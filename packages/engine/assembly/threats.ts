import { nearAttackers } from './attack';
import { goalOf, quietLimit, rankCapture } from './board';
import { generateOf } from './generate';
import { QUIET } from './layout';
import { sidesIn, tCell, turnOf } from './position';
import { couldArrive, emptyBoardDistance } from './race';
import { isZeroSum } from './terminal';

/** The opponent in a game of two. */
function opponentOf(p: usize, side: i32): i32 {
  return <i32>ctz(sidesIn(p) & ~(1 << side));
}

/**
 * In a game of two: whether the opponent's T arrives with its next move unless it is stopped. Not by R10, which has more
 * ways to arrive, so that the side to move might win first.
 */
export function isArrivalThreatened(p: usize): bool {
  return !rankCapture && couldArrive(p, opponentOf(p, turnOf(p)));
}

/** In a game of two: whether the opponent's T is at most two moves from its goal on an empty board. */
export function isArrivalNear(p: usize): bool {
  return isZeroSum(p) && emptyBoardDistance(p, opponentOf(p, turnOf(p))) <= 2;
}

/** Whether the game is drawn after any quiet move of the side to move (R16). */
export function isLastQuietPly(p: usize): bool {
  return load<i32>(p, QUIET) + 1 >= quietLimit;
}

/** In a game of two: squares from which a piece of the side to move, if it is large enough, attacks the opponent's T. */
export function attackingSquares(p: usize): u64 {
  const cell = tCell(p, opponentOf(p, turnOf(p)));
  return cell === 64 ? 0 : nearAttackers(cell);
}

/**
 * Moves that may answer the threats against the side to move; in a game of two all other moves lose at once, unless they
 * draw. An attacked T moves or its attackers are captured, and an arrival is stopped by a move to the goal or away from it.
 *
 * @param attackers of the T @param isArrival whether an arrival is threatened
 */
export function generateDefences(p: usize, end: usize, attackers: u64, isArrival: bool): usize {
  const turn = turnOf(p);
  const all = ~(<u64>0);
  const goal = isArrival ? (<u64>1) << goalOf(opponentOf(p, turn)) : 0;
  if (attackers === 0) return generateOf(p, generateOf(p, end, all, goal), goal, ~goal);
  const t = (<u64>1) << tCell(p, turn);
  if (!isArrival) return generateOf(p, generateOf(p, end, t, all), ~t, attackers);
  const byT = generateOf(p, generateOf(p, end, t, goal), t & goal, ~goal);
  return generateOf(p, generateOf(p, byT, ~t, attackers & goal), ~t & goal, attackers & ~goal);
}

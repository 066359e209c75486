import { nearAttackers } from './attack';
import { goalOf, quietLimit } from './board';
import { generateOf } from './generate';
import { QUIET } from './layout';
import { sidesIn, tCell, turnOf } from './position';
import { couldArrive } from './race';

/** The opponent in a game of two. */
function opponentOf(p: usize, side: i32): i32 {
  return <i32>ctz(sidesIn(p) & ~(1 << side));
}

/** In a game of two: whether the opponent's T arrives with its next move unless it is stopped. */
export function isArrivalThreatened(p: usize): bool {
  return couldArrive(p, opponentOf(p, turnOf(p)));
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
  return generateOf(p, generateOf(p, end, t, goal), ~t, attackers & goal);
}

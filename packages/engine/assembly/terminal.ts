import { tAttackers } from './attack';
import { quietLimit } from './board';
import { mix } from './hash';
import { OVER, QUIET, WINNER } from './layout';
import { ofSide, sidesIn, turnOf } from './position';
import { couldArrive } from './race';
import { isRepeated } from './repetition';

/** The score of a win, minus the plies until it. */
export const WIN: i32 = 30000;
/** Larger scores are proved wins or losses. */
export const PROVED: i32 = 29000;
export const NOT_TERMINAL: i32 = i32.MIN_VALUE;

/** The side that the search is for. All others are assumed to play against it. */
export let root: i32 = 0;

/** The only opponent that moves while the others pass, or -1: all of them move. */
let rival: i32 = -1;

/** Mixed into table keys: with three or four sides, results for one root side or rival are invalid for another. */
export let view: u64 = 0;

/** How much worse than a level position a draw is for the root side, in hundredths of the smallest piece. */
let contempt: i32 = 0;

export function setContempt(points: i32): void {
  contempt = points;
}

export function searchFor(p: usize, side: i32, only: i32 = -1): void {
  root = side;
  rival = only;
  view = isZeroSum(p) && contempt === 0 ? 0 : mix(<u64>(side + 1 + ((only + 1) << 2)));
}

/** Whether the side to move passes. */
export function isPassing(p: usize): bool {
  return rival >= 0 && turnOf(p) !== root && turnOf(p) !== rival;
}

/** The score of a draw for the side to move. */
export function drawScore(p: usize): i32 {
  return turnOf(p) === root ? -contempt : contempt;
}

/** Whether two sides are partners: with three or four sides, all except `root`. */
export function arePartners(one: i32, other: i32): bool {
  return (one === root) === (other === root);
}

/** Whether only two sides are in play, which makes the game zero-sum. */
export function isZeroSum(p: usize): bool {
  return popcnt<i32>(sidesIn(p)) === 2;
}

/** The score for the side to move if the game is over or the root side is out; else `NOT_TERMINAL`. */
export function terminal(p: usize, ply: i32): i32 {
  if (load<i32>(p, OVER)) return arePartners(load<i32>(p, WINNER), turnOf(p)) ? WIN - ply : ply - WIN;
  if (((sidesIn(p) >> root) & 1) === 0) return WIN - ply; // only opponents are left
  if (load<i32>(p, QUIET) >= quietLimit || isRepeated(p)) return drawScore(p);
  return NOT_TERMINAL;
}

/** Whether the side to move wins with its next move: its T arrives, or in a game of two it captures the other T. */
export function canWinNow(p: usize): bool {
  const turn = turnOf(p);
  if (couldArrive(p, turn)) return true;
  if (!isZeroSum(p)) return false;
  for (let foe = 0; foe < 4; foe++) {
    if (foe !== turn && (sidesIn(p) >> foe) & 1) return (tAttackers(p, foe) & ofSide(p, turn)) !== 0;
  }
  return false;
}

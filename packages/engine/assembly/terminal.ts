import { tAttackers } from './attack';
import { quietLimit } from './board';
import { mix } from './hash';
import { OVER, QUIET, WINNER } from './layout';
import { ofSide, sidesIn, turnOf } from './position';
import { couldArrive } from './race';
import { isRepeated } from './repetition';

/** A win now; less one for every ply until it comes. */
export const WIN: i32 = 30000;
/** Scores beyond this are proved wins or losses. */
export const PROVED: i32 = 29000;
/** What `terminal` says of a game that goes on. */
export const GOES_ON: i32 = i32.MIN_VALUE;

/** The side the search is for. Everybody else is taken to play against it. */
export let root: i32 = 0;

/**
 * Changes the keys of positions in the table: of three and four, what a search for one side found says nothing to a search
 * for another.
 */
export let view: u64 = 0;

export function searchFor(p: usize, side: i32): void {
  root = side;
  view = twoIn(p) ? 0 : mix(<u64>side + 1);
}

/** Whether two sides play together: each of two against the other, of more all others against `root`. */
export function together(one: i32, other: i32): bool {
  return (one === root) === (other === root);
}

/** Only two are in, so that what is bad for one is good for the other. */
export function twoIn(p: usize): bool {
  return popcnt<i32>(sidesIn(p)) === 2;
}

/** The score, for the side to move, of a game that is over, or lost to the side searched for; else `GOES_ON`. */
export function terminal(p: usize, ply: i32): i32 {
  if (load<i32>(p, OVER)) return together(load<i32>(p, WINNER), turnOf(p)) ? WIN - ply : ply - WIN;
  if (((sidesIn(p) >> root) & 1) === 0) return WIN - ply; // only opponents are left to move
  if (load<i32>(p, QUIET) >= quietLimit || isRepeated(p)) return 0;
  return GOES_ON;
}

/** Whether the side to move wins with its next move: its T arrives, or of two it takes the other's T. */
export function winsNow(p: usize): bool {
  const turn = turnOf(p);
  if (couldArrive(p, turn)) return true;
  if (!twoIn(p)) return false;
  for (let foe = 0; foe < 4; foe++) {
    if (foe !== turn && (sidesIn(p) >> foe) & 1) return (tAttackers(p, foe) & ofSide(p, turn)) !== 0;
  }
  return false;
}

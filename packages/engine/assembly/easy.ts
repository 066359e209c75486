import { now } from './host';

/** A best move is settled when it has been the same for so many depths, each score within this window of the one before. */
const DEPTHS: i32 = 4;
const WINDOW: i32 = 25;

let share: f64 = 1;
let easyFrom: f64 = Infinity;
let lastMove: i32 = -1;
let lastScore: i32 = 0;
let sameDepths: i32 = 0;

/** Sets the share of the time after which searches for one line end when their best move is settled; 1 for never. */
export function endEasySearches(after: f64): void {
  share = after;
}

/** @param deadline of a search that begins now, or infinity */
export function beginEasy(deadline: f64, lines: i32): void {
  const began = now();
  easyFrom = share < 1 && lines === 1 && deadline !== Infinity ? began + share * (deadline - began) : Infinity;
  lastMove = -1;
  sameDepths = 0;
}

/** Takes note of the result of a depth. @returns whether the search is easy and should end */
export function isEasy(move: i32, score: i32): bool {
  sameDepths = move === lastMove && abs(score - lastScore) <= WINDOW ? sameDepths + 1 : 0;
  lastMove = move;
  lastScore = score;
  return sameDepths >= DEPTHS && now() >= easyFrom;
}

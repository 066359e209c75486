import { begin, place, play as playMove, reset as resetGame } from './game';
import { perft as countSequences } from './perft';
import { bestMove, think as search, nodes as searchedNodes } from './search';
import { clear } from './table';
import { choose } from './terms';

export function setStyle(style: i32): void {
  choose(style);
}
/** Clears the board and the history. */
export function reset(size: i32): void {
  resetGame(size);
}
export function clearTable(): void {
  clear();
}
/** @param square 0-based, a1 = 0 @param side 0 South, 1 North @param kind 1 to 4 by size, 5 the T */
export function put(square: i32, side: i32, kind: i32): void {
  place(square, side * 8 + kind);
}
export function setTurn(side: i32, quiet: i32): void {
  begin(side, quiet);
}
export function play(from: i32, to: i32): void {
  playMove(from | (to << 6));
}
export function think(depth: i32, nodes: f64): i32 {
  return search(depth, nodes);
}
/** The best move of the last search, `from | to << 6`. */
export function move(): i32 {
  return bestMove;
}
export function nodes(): f64 {
  return searchedNodes;
}
/** Sequences of legal moves of this length. */
export function perft(depth: i32): f64 {
  return countSequences(depth);
}

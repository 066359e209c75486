import { play, takeBack, turn, winner } from './game';
import { listMoves, MAX_MOVES } from './moves';

const MOVES = new StaticArray<i32>(8 * MAX_MOVES);

/** Counts sequences of legal moves; the game ends when a T arrives or is captured. */
export function perft(depth: i32): f64 {
  if (depth === 0) return 1;
  if (winner >= 0) return 0;
  const start = depth * MAX_MOVES;
  const end = listMoves(turn, MOVES, start);
  let count: f64 = 0;
  for (let i = start; i < end; i++) {
    play(unchecked(MOVES[i]));
    count += perft(depth - 1);
    takeBack();
  }
  return count;
}

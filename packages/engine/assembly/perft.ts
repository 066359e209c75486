import { quietLimit } from './board';
import { generate } from './generate';
import { OVER, QUIET } from './layout';
import { movesAt } from './order';
import { play } from './position';

/** Whether the game is over, ignoring repetition. */
export function isOver(p: usize): bool {
  return load<i32>(p, OVER) !== 0 || load<i32>(p, QUIET) >= quietLimit;
}

/** Number of sequences of `depth` legal moves; games that end sooner do not count. */
export function perftBelow(p: usize, depth: i32): f64 {
  if (depth === 0) return 1;
  if (isOver(p)) return 0;
  const list = movesAt(depth);
  const end = generate(p, list);
  if (depth === 1) return <f64>((end - list) >> 3);
  let count: f64 = 0;
  for (let at = list; at < end; at += 8) count += perftBelow(play(p, load<i32>(at)), depth - 1);
  return count;
}

import { generate } from './generate';
import { LINE } from './layout';
import { stopped } from './limits';
import { movesAt } from './order';
import { play, sidesIn, turnOf } from './position';
import { isExcluded } from './root-moves';
import { search } from './search';
import { PROVED, searchFor, WIN } from './terminal';

/** Whether games of three and four are searched for the best move against each opponent alone. */
export let isAgainstEach: bool = false;

export function playAgainstEach(on: bool): void {
  isAgainstEach = on;
}

/** The score of the last `bestAgainstEach`. */
export let scoreAgainstEach: i32 = 0;

/**
 * With three or four sides: the best move if only one opponent moves and the others pass, whichever is the most dangerous.
 *
 * @param first the move to try first @returns -1 if no move was finished
 */
export function bestAgainstEach(depth: i32, first: i32): i32 {
  const side = turnOf(LINE);
  const list = movesAt(0);
  const end = generate(LINE, list);
  let best = -1;
  let alpha = -WIN;
  for (let at: usize = list - 8; at < end && !stopped; at += 8) {
    const move = at < list ? first : load<i32>(at);
    if (move < 0 || isExcluded(move) || (at >= list && move === first)) continue;
    const score = scoreOf(move, side, alpha, depth);
    if (stopped || (score <= alpha && best >= 0)) continue;
    alpha = score;
    best = move;
  }
  // Others might stop what looks like a win.
  scoreAgainstEach = min(alpha, PROVED - 1);
  searchFor(LINE, side);
  return best;
}

/** The lowest score of a move against any opponent, exact above alpha. */
function scoreOf(move: i32, side: i32, alpha: i32, depth: i32): i32 {
  const after = play(LINE, move);
  let lowest = WIN;
  for (let rival = 0; rival < 4 && lowest > alpha; rival++) {
    if (rival === side || ((sidesIn(after) >> rival) & 1) === 0) continue;
    searchFor(LINE, side, rival);
    lowest = min(lowest, -search(after, -lowest, -alpha, depth - 1, 1, move));
  }
  return lowest;
}

import { legalMoves, type Move, type Outcome, outcome, type Position, play, type Side } from '@terrace/rules';
import { WIN } from '../thought.ts';

/** Exhaustive search of `depth` plies in a game of two: a win or a loss scored as in a search, else 0. */
export function solve(position: Position, depth: number, alpha = -WIN, beta = WIN, ply = 0): number {
  if (depth === 0) return 0;
  let best = -WIN;
  for (const move of legalMoves(position)) {
    const after = played(position, move);
    const end = outcome(after);
    const score = end
      ? worth(end, position.turn, ply + 1)
      : -solve(after, depth - 1, -beta, -Math.max(alpha, best), ply + 1);
    best = Math.max(best, score);
    if (best >= beta) break;
  }
  return best;
}

function worth(end: Outcome, side: Side, ply: number): number {
  if (end.kind === 'draw') return 0;
  return end.winner === side ? WIN - ply : ply - WIN;
}

function played(position: Position, move: Move): Position {
  const after = play(position, move);
  if (!after.ok) throw new Error(after.error.code);
  return after.value;
}

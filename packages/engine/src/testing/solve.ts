import { legalMoves, type Move, type Outcome, outcome, type Position, play, type Side } from '@terrace/rules';
import { WIN } from '../thought.ts';

/**
 * The value of a game of two in progress for the side to move, by exhaustive search of `depth` plies: a win or a loss
 * as a search scores it, else 0.
 */
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

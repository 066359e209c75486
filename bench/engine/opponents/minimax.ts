import { bitCount } from '../../../packages/rules/src/core/bits.ts';
import { SIZE_HIGH, SIZE_LOW } from '../../../packages/rules/src/core/layout.ts';
import { seededIntegers } from '../../../packages/rules/src/testing/random.ts';
import { type Board, DRAWN, MAX_MOVES, ONGOING } from '../board.ts';

const WON = 1_000_000;

/**
 * Plain minimax over material with a piece's size as its value: no square values, quiescence or table. Alpha-beta only
 * saves time; the move equals that of the full tree. All other sides count as enemies (paranoid). Chooses randomly
 * among equal moves.
 *
 * @returns an encoded move; the game must not be over
 */
export function minimaxMove(board: Board, depth: number, seed: number): number {
  const random = seededIntegers(seed);
  const me = board.turn;
  const moves = new Uint16Array(MAX_MOVES * (depth + 1));

  function search(left: number, alpha: number, beta: number, first: number): number {
    const { result } = board;
    if (result !== ONGOING) return result === DRAWN ? 0 : result === me ? WON + left : -WON - left; // prefers quicker wins
    if (left === 0) return material(board, me);
    const end = board.generate(moves, first);
    if (end === first) return 0;
    let [low, high] = [alpha, beta];
    const mine = board.turn === me;
    let best = mine ? -Infinity : Infinity;
    for (let i = first; i < end; i++) {
      const move = moves[i] ?? 0;
      board.make(move);
      const value = search(left - 1, low, high, end);
      board.unmake(move);
      best = mine ? Math.max(best, value) : Math.min(best, value);
      if (mine) low = Math.max(low, best);
      else high = Math.min(high, best);
      if (low >= high) break;
    }
    return best;
  }

  const end = board.generate(moves, 0);
  for (let i = end - 1; i > 0; i--) {
    const j = random() % (i + 1);
    const move = moves[i] ?? 0;
    moves[i] = moves[j] ?? 0;
    moves[j] = move;
  }
  let best = -Infinity;
  let chosen = moves[0] ?? 0;
  for (let i = 0; i < end; i++) {
    const move = moves[i] ?? 0;
    board.make(move);
    const value = search(depth - 1, best, Infinity, end);
    board.unmake(move);
    if (value > best) [best, chosen] = [value, move];
  }
  return chosen;
}

/** Sizes of the own pieces less those of the others. */
function material({ words }: Board, me: number): number {
  let sum = 0;
  for (let half = 0; half < 2; half++) {
    const low = words[SIZE_LOW + half] ?? 0;
    const high = words[SIZE_HIGH + half] ?? 0;
    for (let side = 0; side < 4; side++) {
      const own = words[side * 2 + half] ?? 0;
      const worth = bitCount(own) + bitCount(own & low) + 2 * bitCount(own & high);
      sum += side === me ? worth : -worth;
    }
  }
  return sum;
}

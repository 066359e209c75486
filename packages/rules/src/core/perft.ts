import { countMoves } from './count.ts';
import { generate, MOST_MOVES } from './generate.ts';
import type { Grid } from './grid.ts';
import { make } from './make.ts';
import { DECIDED, QUIET, WORDS } from './words.ts';

/** What a tree of moves grows from: board, house rules, and the quiet plies that draw (R16). */
export interface Ground {
  readonly grid: Grid;
  readonly house: number;
  readonly quietLimit: number;
}

/**
 * Counts the sequences of `depth` legal moves; a game that ends sooner gives none.
 *
 * @param leaves how the last moves are counted: `count` only counts them, `make` plays each one
 */
export function countTree(ground: Ground, words: Int32Array, depth: number, leaves: 'count' | 'make'): number {
  const stack = new Int32Array(WORDS * (depth + 1));
  stack.set(words);
  const moves = new Uint16Array(MOST_MOVES * depth);
  return depth === 0 ? 1 : branch(ground, stack, 0, moves, 0, depth, leaves === 'count');
}

function branch(
  ground: Ground,
  stack: Int32Array,
  at: number,
  moves: Uint16Array,
  first: number,
  depth: number,
  counting: boolean,
): number {
  const { grid, house, quietLimit } = ground;
  if (stack[at + DECIDED] !== 0 || (stack[at + QUIET] ?? 0) >= quietLimit) return 0;
  if (depth === 1 && counting) return countMoves(grid, house, stack, at);
  const end = generate(grid, house, stack, at, moves, first);
  const next = at + WORDS;
  let count = 0;
  for (let i = first; i < end; i++) {
    make(grid, stack, at, stack, next, moves[i] ?? 0);
    count += depth === 1 ? 1 : branch(ground, stack, next, moves, end, depth - 1, counting);
  }
  return count;
}

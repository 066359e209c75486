import { countMoves } from './count.ts';
import { generate, MOST_MOVES } from './generate.ts';
import type { Grid } from './grid.ts';
import { LOG, make, unmake } from './make.ts';
import { DECIDED, QUIET } from './words.ts';

/** What a tree of moves grows from; the quiet plies are those that draw (R16). */
export interface Ground {
  readonly grid: Grid;
  readonly house: number;
  readonly quietLimit: number;
  readonly words: Int32Array;
}

/**
 * Counts the sequences of `depth` legal moves; a game that ends sooner gives none.
 *
 * @param leaves how the last moves are counted: `count` only counts them, `make` plays each one
 */
export function countTree(ground: Ground, depth: number, leaves: 'count' | 'make'): number {
  if (depth === 0) return 1;
  const tree = {
    ...ground,
    words: ground.words.slice(),
    moves: new Uint16Array(MOST_MOVES * depth),
    log: new Int32Array(LOG * depth),
    counting: leaves === 'count',
  };
  return branch(tree, 0, depth);
}

interface Tree extends Ground {
  readonly moves: Uint16Array;
  readonly log: Int32Array;
  readonly counting: boolean;
}

/** @param first where this branch may write its moves */
function branch(tree: Tree, first: number, depth: number): number {
  const { grid, house, words, moves, log } = tree;
  if (words[DECIDED] !== 0 || (words[QUIET] ?? 0) >= tree.quietLimit) return 0;
  if (depth === 1 && tree.counting) return countMoves(grid, house, words);
  const end = generate(grid, house, words, moves, first);
  const at = (depth - 1) * LOG;
  let count = 0;
  for (let i = first; i < end; i++) {
    const move = moves[i] ?? 0;
    make(grid, words, move, log, at);
    count += depth === 1 ? 1 : branch(tree, end, depth - 1);
    unmake(words, move, log, at);
  }
  return count;
}

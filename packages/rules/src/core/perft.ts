import { countMoves } from './count.ts';
import { generate, MAX_MOVES } from './generate.ts';
import type { Grid } from './grid.ts';
import { DECIDED, QUIET_PLIES } from './layout.ts';
import { make, UNDO_WORDS, unmake } from './make.ts';

export interface PerftRoot {
  readonly grid: Grid;
  readonly ruleFlags: number;
  readonly quietLimit: number;
  readonly words: Int32Array;
}

/** Counts sequences of `depth` moves. @param leaves `count` counts the last moves without playing them */
export function countTree(root: PerftRoot, depth: number, leaves: 'count' | 'make'): number {
  if (depth === 0) return 1;
  const tree = {
    ...root,
    words: root.words.slice(),
    moves: new Uint16Array(MAX_MOVES * depth),
    undo: new Int32Array(UNDO_WORDS * depth),
    counting: leaves === 'count',
  };
  return countBelow(tree, 0, depth);
}

interface PerftTree extends PerftRoot {
  readonly moves: Uint16Array;
  readonly undo: Int32Array;
  readonly counting: boolean;
}

/** @param first where this branch may write its moves */
function countBelow(tree: PerftTree, first: number, depth: number): number {
  const { grid, ruleFlags, words, moves, undo } = tree;
  if (words[DECIDED] !== 0 || (words[QUIET_PLIES] ?? 0) >= tree.quietLimit) return 0;
  if (depth === 1 && tree.counting) return countMoves(grid, ruleFlags, words);
  const end = generate(grid, ruleFlags, words, moves, first);
  const at = (depth - 1) * UNDO_WORDS;
  let count = 0;
  for (let i = first; i < end; i++) {
    const move = moves[i] ?? 0;
    make(grid, words, move, undo, at);
    count += depth === 1 ? 1 : countBelow(tree, end, depth - 1);
    unmake(words, move, undo, at);
  }
  return count;
}

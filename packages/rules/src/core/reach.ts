import { fullHalf } from './generate.ts';
import type { Grid } from './grid.ts';
import { targets } from './targets.ts';
import { look, VIEW } from './view.ts';
import { SIZE_HIGH, SIZE_LOW, TURN } from './words.ts';

/** Where pieces of the side to move may go: the readable API's way into the same targets that `generate` writes out. */
export interface Sight {
  readonly grid: Grid;
  readonly house: number;
  readonly words: Int32Array;
  readonly view: Int32Array;
}

const view = new Int32Array(VIEW);

/** The board as the side to move sees it; good until the next call. */
export function sight(grid: Grid, house: number, words: Int32Array): Sight {
  look(words, words[TURN] ?? 0, fullHalf(grid), view);
  return { grid, house, words, view };
}

/** @returns the squares of one half (0 South's, 1 North's) the piece on a cell may go to; its side must be to move */
export function targetsOf({ grid, house, words, view }: Sight, cell: number, half: number): number {
  const at = (set: number): number => ((words[set + (cell >>> 5)] ?? 0) >>> (cell & 31)) & 1;
  const size = at(SIZE_LOW) + at(SIZE_HIGH) * 2 + 1;
  return targets(grid, house, view, cell, size, half);
}

/** A half's squares with the ranks the other way up: North's half in board order, and back. */
export function turnRanks(grid: Grid, half: number): number {
  const { rank } = grid.edges;
  const ranks = rank / 2;
  const row = (1 << rank) - 1;
  let turned = 0;
  for (let i = 0; i < ranks; i++) turned |= ((half >>> (i * rank)) & row) << ((ranks - 1 - i) * rank);
  return turned;
}

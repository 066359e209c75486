import { fullHalf } from './generate.ts';
import type { Grid } from './grid.ts';
import { SIZE_HIGH, SIZE_LOW, TURN } from './layout.ts';
import { fillOccupancy, OCCUPANCY_WORDS } from './occupancy.ts';
import { targets } from './targets.ts';

export interface TargetContext {
  readonly grid: Grid;
  readonly ruleFlags: number;
  readonly words: Int32Array;
  readonly occupancy: Int32Array;
}

const occupancy = new Int32Array(OCCUPANCY_WORDS);

/** For the side to move; valid until the next call, which overwrites the occupancy. */
export function targetContext(grid: Grid, ruleFlags: number, words: Int32Array): TargetContext {
  fillOccupancy(words, words[TURN] ?? 0, fullHalf(grid), occupancy);
  return { grid, ruleFlags, words, occupancy };
}

/** @returns squares of one half (0 South's, 1 North's) that a piece of the side to move may move to */
export function targetsOf({ grid, ruleFlags, words, occupancy }: TargetContext, cell: number, half: number): number {
  const at = (set: number): number => ((words[set + (cell >>> 5)] ?? 0) >>> (cell & 31)) & 1;
  const size = at(SIZE_LOW) + at(SIZE_HIGH) * 2 + 1;
  return targets(grid, ruleFlags, occupancy, cell, size, half);
}

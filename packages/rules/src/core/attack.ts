import { lowestBit } from './bits.ts';
import type { Grid } from './grid.ts';
import { SIDES_IN, SIZE_HIGH, SIZE_LOW, T } from './layout.ts';
import { RANK_CAPTURE } from './rule-flags.ts';

/** R18 for a side's index in `SIDES`. A T has size 1, so only captures from below depend on the attacker's size. */
export function tInDanger(grid: Grid, ruleFlags: number, words: Int32Array, side: number): boolean {
  for (let half = 0; half < 2; half++) {
    const t = (words[T + half] ?? 0) & (words[side * 2 + half] ?? 0);
    if (t === 0) continue;
    const cell = half * 32 + lowestBit(t);
    return (
      attackers(grid, ruleFlags, words, side, cell * 2, half) !== 0 ||
      attackers(grid, ruleFlags, words, side, cell * 2 + 1, half ^ 1) !== 0
    );
  }
  return false;
}

function attackers(grid: Grid, ruleFlags: number, words: Int32Array, side: number, slot: number, half: number): number {
  let others = 0;
  for (let other = 0; other < 4; other++) {
    if (other !== side && ((words[SIDES_IN] ?? 0) >>> other) & 1) others |= words[other * 2 + half] ?? 0;
  }
  const above = (grid.diagonalsUp[slot] ?? 0) & others;
  if ((ruleFlags & RANK_CAPTURE) === 0) return above;
  const larger = (words[SIZE_LOW + half] ?? 0) | (words[SIZE_HIGH + half] ?? 0);
  return above | ((grid.straightsDown[slot] ?? 0) & others & larger) | ((grid.alongTerrace[slot] ?? 0) & others);
}

import { largestSize } from '../pieces.ts';
import type { Grid } from './grid.ts';
import { OPPONENTS, OWN, UP_TO, VACANT } from './occupancy.ts';
import { RANK_CAPTURE, SLIDE_NOT_LARGER } from './rule-flags.ts';

/** Squares of one half (0 South's, 1 North's) that a piece of size 1..4 may move to (R6 to R10). */
export function targets(
  grid: Grid,
  ruleFlags: number,
  occupancy: Int32Array,
  cell: number,
  size: number,
  half: number,
): number {
  const far = (cell >>> 5) ^ half;
  const slot = cell * 2 + far;
  const notLarger = occupancy[UP_TO + size * 2 + half] ?? 0;
  const reach = far ? 0 : slide(grid, ruleFlags, occupancy, cell, notLarger);
  const moves = (reach | (grid.steps[slot] ?? 0)) & (occupancy[VACANT + half] ?? 0);
  if (ruleFlags & RANK_CAPTURE) return moves | rankCaptures(grid, occupancy, slot, half, size);
  return moves | ((grid.diagonalsDown[slot] ?? 0) & notLarger);
}

/** Squares of its half that a piece reaches along its terrace, vacant or passable (R6). */
function slide({ slides }: Grid, ruleFlags: number, occupancy: Int32Array, cell: number, notLarger: number): number {
  const half = cell >>> 5;
  const bit = cell & 31;
  let blocks = occupancy[OPPONENTS + half] ?? 0;
  if (ruleFlags & SLIDE_NOT_LARGER) blocks |= (occupancy[OWN + half] ?? 0) & ~notLarger;
  const gathered = Math.imul(blocks & (slides.mask[bit] ?? 0), slides.magic[bit] ?? 0) >>> 25;
  return slides.reach[(bit << 7) | gathered | (slides.ends[bit] ?? 0)] ?? 0;
}

function rankCaptures(grid: Grid, occupancy: Int32Array, slot: number, half: number, size: number): number {
  const upTo = (limit: number): number => occupancy[UP_TO + limit * 2 + half] ?? 0;
  const largest = largestSize(grid.size);
  const below = (grid.diagonalsDown[slot] ?? 0) & upTo(Math.min(size + 1, 4));
  const assassinated = size === 1 ? upTo(largest) & ~upTo(largest - 1) : 0;
  const above = (grid.straightsUp[slot] ?? 0) & (upTo(size - 1) | assassinated);
  const beside = (grid.alongTerrace[slot] ?? 0) & upTo(size);
  return below | above | beside;
}

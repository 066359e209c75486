import { largestSize } from '../pieces.ts';
import type { Grid } from './grid.ts';
import { NOT_LARGER, RANK } from './house.ts';
import { OTHERS, OWN, UP_TO, VACANT } from './view.ts';

/**
 * Squares of one half that the piece on `cell` may move to, by all of R6 to R10.
 *
 * @param size of the piece, 1..4
 * @param half 0 South's, 1 North's; a piece slides within its own half and steps into either
 * @returns a set of squares of that half
 */
export function targets(grid: Grid, house: number, view: Int32Array, cell: number, size: number, half: number): number {
  const far = (cell >>> 5) ^ half;
  const slot = cell * 2 + far;
  const notLarger = view[UP_TO + size * 2 + half] ?? 0;
  const reach = far ? 0 : slide(grid, house, view, cell, notLarger);
  const moves = (reach | (grid.steps[slot] ?? 0)) & (view[VACANT + half] ?? 0);
  if (house & RANK) return moves | rankCaptures(grid, view, slot, half, size);
  return moves | ((grid.diagonalsDown[slot] ?? 0) & notLarger);
}

/** Squares of its half a piece gets to along its terrace, vacant or passable alike (R6). */
function slide({ slides }: Grid, house: number, view: Int32Array, cell: number, notLarger: number): number {
  const half = cell >>> 5;
  const bit = cell & 31;
  let blocks = view[OTHERS + half] ?? 0;
  if (house & NOT_LARGER) blocks |= (view[OWN + half] ?? 0) & ~notLarger;
  const gathered = Math.imul(blocks & (slides.mask[bit] ?? 0), slides.multiplier[bit] ?? 0) >>> 25;
  return slides.reach[(bit << 7) | gathered | (slides.ends[bit] ?? 0)] ?? 0;
}

/** R10: three ways to take, each with its own measure of size. */
function rankCaptures(grid: Grid, view: Int32Array, slot: number, half: number, size: number): number {
  const upTo = (limit: number): number => view[UP_TO + limit * 2 + half] ?? 0;
  const largest = largestSize(grid.size);
  const below = (grid.diagonalsDown[slot] ?? 0) & upTo(Math.min(size + 1, 4));
  const assassinated = size === 1 ? upTo(largest) & ~upTo(largest - 1) : 0;
  const above = (grid.straightsUp[slot] ?? 0) & (upTo(size - 1) | assassinated);
  const beside = (grid.alongTerrace[slot] ?? 0) & upTo(size);
  return below | above | beside;
}

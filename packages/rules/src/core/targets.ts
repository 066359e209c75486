import { largestSize } from '../pieces.ts';
import type { Grid } from './grid.ts';
import { NOT_LARGER, RANK } from './house.ts';
import { OTHERS, OWN, UP_TO, VACANT } from './view.ts';

/**
 * Squares of its own half that the piece on `cell` may move to: all of R6 to R10 but steps over the middle.
 *
 * @param size of the piece, 1..4
 * @returns a set of squares of the cell's half
 */
export function nearTargets(grid: Grid, house: number, view: Int32Array, cell: number, size: number): number {
  const half = cell >>> 5;
  const bit = cell & 31;
  const { ofBit, reach } = grid.slides;
  const others = view[OTHERS + half] ?? 0;
  const blocks =
    house & NOT_LARGER ? others | ((view[OWN + half] ?? 0) & ~(view[UP_TO + size * 2 + half] ?? 0)) : others;
  const gathered = Math.imul(blocks & (ofBit[bit * 3] ?? 0), ofBit[bit * 3 + 1] ?? 0) >>> 25;
  const slide = reach[(bit << 7) | gathered | (ofBit[bit * 3 + 2] ?? 0)] ?? 0;
  return (
    ((slide | (grid.steps[cell * 2] ?? 0)) & (view[VACANT + half] ?? 0)) |
    captures(grid, house, view, cell * 2, half, size)
  );
}

/** Squares of the other half it may move to: steps and captures over the middle. */
export function farTargets(grid: Grid, house: number, view: Int32Array, cell: number, size: number): number {
  const half = (cell >>> 5) ^ 1;
  return (
    ((grid.steps[cell * 2 + 1] ?? 0) & (view[VACANT + half] ?? 0)) |
    captures(grid, house, view, cell * 2 + 1, half, size)
  );
}

function captures(grid: Grid, house: number, view: Int32Array, slot: number, half: number, size: number): number {
  const notLarger = view[UP_TO + size * 2 + half] ?? 0;
  return house & RANK ? rankCaptures(grid, view, slot, half, size) : (grid.diagonalsDown[slot] ?? 0) & notLarger;
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

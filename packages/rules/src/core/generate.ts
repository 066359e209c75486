import type { Grid } from './grid.ts';
import { targets } from './targets.ts';
import { look, OWN, UP_TO, VIEW } from './view.ts';
import { bitCount, lowestBit, TURN } from './words.ts';

/** Room for the moves of one position. A piece has at most 6 squares to slide to and 8 around it, and there are at most 64. */
export const MOST_MOVES = 64 * 14;

const view = new Int32Array(VIEW);

/** All squares of a half as a mask. */
export const fullHalf = (grid: Grid): number => (grid.half === 32 ? -1 : (1 << grid.half) - 1);

/**
 * Writes every legal move of the side to move, encoded as `make` takes them, and allocates nothing.
 * Whether the game is over is the caller's question.
 *
 * @param moves receives them from index `first` on; needs `MOST_MOVES` places
 * @returns the index after the last one
 */
export function generate(grid: Grid, house: number, words: Int32Array, moves: Uint16Array, first: number): number {
  look(words, words[TURN] ?? 0, fullHalf(grid), view);
  let end = first;
  for (let size = 1; size <= 4; size++) {
    for (let half = 0; half < 2; half++) {
      for (let movers = sized(size, half); movers !== 0; movers &= movers - 1) {
        const cell = half * 32 + lowestBit(movers);
        for (let to = 0; to < 2; to++) {
          for (let left = targets(grid, house, view, cell, size, to); left !== 0; left &= left - 1) {
            moves[end++] = cell | (to << 11) | (lowestBit(left) << 6);
          }
        }
      }
    }
  }
  return end;
}

/** How many moves `generate` would write, piece by piece; `countMoves` asks it for the house rules. */
export function countByPiece(grid: Grid, house: number, words: Int32Array): number {
  look(words, words[TURN] ?? 0, fullHalf(grid), view);
  let count = 0;
  for (let size = 1; size <= 4; size++) {
    for (let half = 0; half < 2; half++) {
      for (let movers = sized(size, half); movers !== 0; movers &= movers - 1) {
        const cell = half * 32 + lowestBit(movers);
        for (let to = 0; to < 2; to++) count += bitCount(targets(grid, house, view, cell, size, to));
      }
    }
  }
  return count;
}

/** Own pieces of one size in one half. */
const sized = (size: number, half: number): number =>
  (view[OWN + half] ?? 0) & (view[UP_TO + size * 2 + half] ?? 0) & ~(view[UP_TO + size * 2 - 2 + half] ?? 0);

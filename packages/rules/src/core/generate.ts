import { lowestBit } from './bits.ts';
import type { Grid } from './grid.ts';
import { TURN } from './layout.ts';
import { fillOccupancy, OCCUPANCY_WORDS, OWN, UP_TO } from './occupancy.ts';
import { targets } from './targets.ts';

/** Upper bound of the moves of a position: at most 64 pieces with up to 6 slides and 8 neighbours each. */
export const MAX_MOVES = 64 * 14;

const occupancy = new Int32Array(OCCUPANCY_WORDS);

export const fullHalf = (grid: Grid): number => (grid.half === 32 ? -1 : (1 << grid.half) - 1);

/**
 * Writes all moves of the side to move, encoded as for `make`, into `moves` from index `first` on, which needs room for
 * `MAX_MOVES`. Returns the index after the last one. Does not check whether the game is over.
 */
export function generate(grid: Grid, ruleFlags: number, words: Int32Array, moves: Uint16Array, first: number): number {
  fillOccupancy(words, words[TURN] ?? 0, fullHalf(grid), occupancy);
  let end = first;
  for (let size = 1; size <= 4; size++) {
    for (let half = 0; half < 2; half++) {
      for (let movers = sized(size, half); movers !== 0; movers &= movers - 1) {
        const cell = half * 32 + lowestBit(movers);
        for (let to = 0; to < 2; to++) {
          for (let left = targets(grid, ruleFlags, occupancy, cell, size, to); left !== 0; left &= left - 1) {
            moves[end++] = cell | (to << 11) | (lowestBit(left) << 6);
          }
        }
      }
    }
  }
  return end;
}

const sized = (size: number, half: number): number =>
  (occupancy[OWN + half] ?? 0) &
  (occupancy[UP_TO + size * 2 + half] ?? 0) &
  ~(occupancy[UP_TO + size * 2 - 2 + half] ?? 0);

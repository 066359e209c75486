import { goalOf, size, squareOf } from './board';
import { FITTED } from './fitted-weights';
import { KINDS } from './layout';
import { LINEAR } from './network-weights';

/**
 * The evaluation is a sum of counts, each times its weight in hundredths of the smallest piece. Places of the weights: by
 * kind and class of square, by moves a T needs (with and without squares where it could be taken), and single ones.
 */
export const PIECES: i32 = 0;
export const CLASSES: i32 = 36;
export const RACE: i32 = 180;
export const SAFE_RACE: i32 = 196;
/** A piece on the opponent's goal that its T cannot take. */
export const GUARD: i32 = 212;
export const T_ATTACKED: i32 = 213;
/** By size: pieces an opponent could take, and those among them that could be taken back. */
export const LOOSE: i32 = 214;
export const DEFENDED: i32 = 218;
/** Having the move. */
export const TEMPO: i32 = 222;
export const WEIGHT_COUNT: i32 = 223;

/** By side's goal (0 the high corner, 1 the low one), kind and cell: what a piece is worth there. */
const PLACES: usize = memory.data(4 * 2 * 5 * 64, 16);

/** The weights of the game at hand. */
const IN_USE: usize = memory.data(4 * 223, 16);

export function weight(index: i32): i32 {
  return load<i32>(IN_USE + ((<usize>index) << 2));
}

/** Takes the fitted weights, or those that the network corrects. */
export function chooseWeights(network: bool): void {
  memory.copy(IN_USE, network ? LINEAR : FITTED, 4 * WEIGHT_COUNT);
}

export function fittedWeight(index: i32): i32 {
  return load<i32>(FITTED + ((<usize>index) << 2));
}

export function setFittedWeight(index: i32, value: i32): void {
  store<i32>(FITTED + ((<usize>index) << 2), value);
}

/** What taking a piece gains, wherever it stands. */
export function material(kind: i32): i32 {
  return load<i32>(MATERIAL + ((<usize>kind) << 2));
}

const MATERIAL: usize = memory.data<i32>([100, 160, 230, 320, 0]);

export function placeValue(side: i32, kind: i32, cell: i32): i32 {
  return load<i32>(PLACES + ((<usize>((((side >> 1) & 1) * KINDS + kind) * 64 + cell)) << 2));
}

/**
 * The class of a square, as the side sees it: what a mirror in the diagonal between the low corners makes the same
 * is one. The small board borrows the classes of the large one.
 */
export function classOf(side: i32, cell: i32): i32 {
  const square = squareOf(cell);
  const flip = goalOf(side) !== goalOf(0);
  let file = flip ? size - 1 - (square % size) : square % size;
  let rank = flip ? size - 1 - square / size : square / size;
  if (size === 6) {
    file = (file * 7 + 2) / 5;
    rank = (rank * 7 + 2) / 5;
  }
  const high = max(file, rank);
  return (high * (high + 1)) / 2 + min(file, rank);
}

/** Fills in what pieces are worth by cell, for the board laid out and the weights as they are. */
export function fillPlaces(): void {
  for (let view = 0; view < 2; view++) {
    for (let kind = 0; kind < KINDS; kind++) {
      for (let cell = 0; cell < size * size; cell++) {
        const at = PLACES + ((<usize>((view * KINDS + kind) * 64 + cell)) << 2);
        store<i32>(at, weight(PIECES + kind * CLASSES + classOf(view << 1, cell)));
      }
    }
  }
}

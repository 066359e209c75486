import { goalOf, size, squareOf } from './board';
import { FITTED } from './fitted-weights';
import { KINDS } from './layout';
import { LINEAR } from './network-weights';

/** Indexes of weights, in hundredths of the smallest piece. `SAFE_RACE` avoids squares where the T is in danger. */
export const PIECES: i32 = 0;
export const CLASSES: i32 = 36;
export const RACE: i32 = 180;
export const SAFE_RACE: i32 = 196;
/** A piece on the opponent's goal that the opponent's T cannot capture. */
export const GUARD: i32 = 212;
export const T_ATTACKED: i32 = 213;
/** By size: pieces that an opponent could capture, and those among them that are defended. */
export const LOOSE: i32 = 214;
export const DEFENDED: i32 = 218;
export const TEMPO: i32 = 222;
export const WEIGHT_COUNT: i32 = 223;

/** By goal (0 the high corner, 1 the low one), kind and cell: the value of a piece there. */
const PLACES: usize = memory.data(4 * 2 * 5 * 64, 16);

const IN_USE: usize = memory.data(4 * 223, 16);

export function weight(index: i32): i32 {
  return load<i32>(IN_USE + ((<usize>index) << 2));
}

/** Selects the weights fitted alone, or those for use with the network. */
export function chooseWeights(network: bool): void {
  memory.copy(IN_USE, network ? LINEAR : FITTED, 4 * WEIGHT_COUNT);
}

export function fittedWeight(index: i32): i32 {
  return load<i32>(FITTED + ((<usize>index) << 2));
}

export function setFittedWeight(index: i32, value: i32): void {
  store<i32>(FITTED + ((<usize>index) << 2), value);
}

/** The gain from capturing a piece, on any square. */
export function material(kind: i32): i32 {
  return load<i32>(MATERIAL + ((<usize>kind) << 2));
}

const MATERIAL: usize = memory.data<i32>([100, 160, 230, 320, 0]);

export function placeValue(side: i32, kind: i32, cell: i32): i32 {
  return load<i32>(PLACES + ((<usize>((((side >> 1) & 1) * KINDS + kind) * 64 + cell)) << 2));
}

/** Squares mirrored in the diagonal between the low corners share a class. The small board uses the same classes. */
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

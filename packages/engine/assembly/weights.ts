import { goalOf, rankCapture, size, squareOf } from './board';
import { FITTED } from './fitted-weights';
import { KINDS } from './layout';

/** Indexes of weights. `SAFE_RACE` avoids squares where the T is in danger. */
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
/** By size: vacant squares within a move. */
export const MOBILITY: i32 = 223;
/** By moves until they attack the T (1 to 3) and by size: opponents' pieces. */
export const HUNTERS: i32 = 227;
/** By number, 0 to 7: opponents' pieces that attack the T within two moves. */
export const CROWD: i32 = 239;
/** By number, 0 to 3: vacant squares from which an opponent could attack the T after one move, by whether they are covered. */
export const OPEN_ENTRIES: i32 = 247;
export const GUARDED_ENTRIES: i32 = 251;
/** By number, 0 to 4: moves of the T to squares where it could not be captured. */
export const ESCAPES: i32 = 255;
/** A T without escapes and with an open entry. */
export const TRAPPED: i32 = 260;
/** By number, 0 to 4: own pieces that cover squares from which the T can be attacked. */
export const GUARDS: i32 = 261;
export const WEIGHT_COUNT: i32 = 266;

/** Weights are in sixteenths of a hundredth of the smallest piece. */
export const UNIT: i32 = 16;
/** Each has one value for an empty board and one for this number of pieces; between them it changes evenly. */
export const PHASES: i32 = 32;

/** By goal (0 the high corner, 1 the low one), kind and cell: the value of a piece there. */
const PLACES: usize = memory.data(8 * 2 * 5 * 64, 16);

/** Both values of each weight, the one for few pieces in the upper half. */
const IN_USE: usize = memory.data(8 * 266, 16);

export function weight(index: i32): i64 {
  return load<i64>(IN_USE + ((<usize>index) << 3));
}

function pack(many: i32, few: i32): i64 {
  return <i64>many + ((<i64>few) << 32);
}

/** The value of a packed sum in units of 1 / (`PHASES` * `UNIT`) hundredths. */
export function blend(sum: i64, phase: i32): i32 {
  const few = <i32>((sum + 0x80000000) >> 32);
  return <i32>sum * phase + few * (PHASES - phase);
}

let inUse: i32 = -1;

/** Selects the weights of a kind of game. @returns whether they changed @param seats bit set of the sides at the start of the game */
export function chooseWeights(seats: i32): bool {
  const before = inUse;
  inUse = (size === 6 ? 1 : 0) + (popcnt(seats) > 2 ? 2 : 0) + (rankCapture ? 4 : 0);
  const from = FITTED + ((<usize>(inUse * WEIGHT_COUNT * 2)) << 1);
  for (let i = 0; i < WEIGHT_COUNT; i++) {
    const at = from + ((<usize>i) << 2);
    store<i64>(IN_USE + ((<usize>i) << 3), pack(load<i16>(at), load<i16>(at, 2)));
  }
  return inUse !== before;
}

/** The gain from capturing a piece, on any square. */
export function material(kind: i32): i32 {
  return load<i32>(MATERIAL + ((<usize>kind) << 2));
}

const MATERIAL: usize = memory.data<i32>([100, 160, 230, 320, 0]);

export function placeValue(side: i32, kind: i32, cell: i32): i64 {
  return load<i64>(PLACES + ((<usize>((((side >> 1) & 1) * KINDS + kind) * 64 + cell)) << 3));
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
        const at = PLACES + ((<usize>((view * KINDS + kind) * 64 + cell)) << 3);
        store<i64>(at, weight(PIECES + kind * CLASSES + classOf(view << 1, cell)));
      }
    }
  }
}

/** The kinds of games with weights of their own. */
export const WEIGHT_SETS: i32 = 8;

/** @param phase 0 for few pieces, 1 for many */
export function fittedWeight(set: i32, index: i32, phase: i32): i32 {
  return load<i16>(fittedAt(set, index, phase));
}

export function setFittedWeight(set: i32, index: i32, phase: i32, value: i32): void {
  store<i16>(fittedAt(set, index, phase), <i16>value);
}

function fittedAt(set: i32, index: i32, phase: i32): usize {
  return FITTED + ((<usize>((set * WEIGHT_COUNT + index) * 2 + (1 - phase))) << 1);
}

import { size, squareOf } from './board';
import { HIDDEN, KINDS } from './layout';
import { BIASES, FIRST, LAST, OFFSET } from './network-weights';

/**
 * Corrects the evaluation of South against North on the large board. Inputs of a view: an own or opposing piece of
 * this kind on this square, seen by the viewer. Each view has 32 hidden units, updated incrementally (Nasu 2018) and
 * clipped to 0 to 127. The output is their weighted sum, first the view of the side to move.
 */
const VIEW_BYTES: usize = 64;

/** Divides the last layer's sum into hundredths of the smallest piece. */
const SCALE: i32 = 127 * 16;

export let isUsed: bool = false;

/** Enables the network if it was trained for this kind of game. @returns whether that changed */
export function chooseNetwork(seats: i32): bool {
  const before = isUsed;
  isUsed = size === 8 && seats === 5;
  return isUsed !== before;
}

export function clearHidden(p: usize): void {
  for (let at: usize = 0; at < VIEW_BYTES; at += 16) {
    const biases = v128.load(BIASES + at);
    v128.store(p + at, biases, HIDDEN);
    v128.store(p + at, biases, HIDDEN + VIEW_BYTES);
  }
}

/** Updates the hidden units after a piece is placed or removed. */
export function updateHidden(p: usize, side: i32, kind: i32, cell: i32, isThere: bool): void {
  const square = squareOf(cell);
  for (let view = 0; view < 2; view++) {
    const owner = side === view << 1 ? 0 : KINDS;
    const seen = view ? 63 - square : square;
    const weights = FIRST + <usize>((owner + kind) * 64 + seen) * VIEW_BYTES;
    const hidden = p + <usize>view * VIEW_BYTES;
    for (let at: usize = 0; at < VIEW_BYTES; at += 16) {
      const before = v128.load(hidden + at, HIDDEN);
      const change = v128.load(weights + at);
      v128.store(hidden + at, isThere ? i16x8.add(before, change) : i16x8.sub(before, change), HIDDEN);
    }
  }
}

/** The network's correction of the evaluation, for the side to move. */
export function correction(p: usize, turn: i32): i32 {
  const own = p + (turn === 0 ? 0 : VIEW_BYTES);
  const other = p + (turn === 0 ? VIEW_BYTES : 0);
  let sum = i32x4.splat(0);
  for (let at: usize = 0; at < VIEW_BYTES; at += 16) {
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(cutOff(v128.load(own + at, HIDDEN)), v128.load(LAST + at)));
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(cutOff(v128.load(other + at, HIDDEN)), v128.load(LAST + VIEW_BYTES + at)));
  }
  const total =
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3);
  return (total + load<i32>(OFFSET)) / SCALE;
}

function cutOff(units: v128): v128 {
  return i16x8.min_s(i16x8.max_s(units, i16x8.splat(0)), i16x8.splat(127));
}

import { CAPTORS, DOWNS, NONE, UPS, VICTIMS, WAYS, WIDTH } from './board';
import { BOARD, COUNTS, PIECES, sideOf, sizeOf, T_SQUARES } from './game';

export const MAX_MOVES: i32 = 512;

/** Writes all legal moves of a side as `from | to << 6` (R6 to R9). @returns the end of the list */
export function listMoves(side: i32, list: StaticArray<i32>, start: i32): i32 {
  let end = listCaptures(side, list, start);
  const count = unchecked(COUNTS[side]);
  for (let i = 0; i < count; i++) end = listQuiet(side, unchecked(PIECES[side * 32 + i]), list, end);
  return end;
}

/** The moves of one piece to vacant squares. */
export function listQuiet(side: i32, from: i32, list: StaticArray<i32>, start: i32): i32 {
  let end = start;
  for (let at = from * WIDTH; unchecked(UPS[at]) !== NONE; at++) end = addVacant(from, unchecked(UPS[at]), list, end);
  for (let at = from * WIDTH; unchecked(DOWNS[at]) !== NONE; at++)
    end = addVacant(from, unchecked(DOWNS[at]), list, end);
  for (let way = 0; way < 2; way++) {
    for (let at = (from * 2 + way) * WIDTH; unchecked(WAYS[at]) !== NONE; at++) {
      const to = unchecked(WAYS[at]);
      const there = unchecked(BOARD[to]);
      if (there === 0) unchecked((list[end++] = from | (to << 6)));
      else if (sideOf(there) !== side) break;
    }
  }
  return end;
}

function addVacant(from: i32, to: i32, list: StaticArray<i32>, end: i32): i32 {
  if (unchecked(BOARD[to]) !== 0) return end;
  unchecked((list[end] = from | (to << 6)));
  return end + 1;
}

export function listCaptures(side: i32, list: StaticArray<i32>, start: i32): i32 {
  let end = start;
  const count = unchecked(COUNTS[side]);
  for (let i = 0; i < count; i++) {
    const from = unchecked(PIECES[side * 32 + i]);
    const strength = sizeOf(unchecked(BOARD[from]));
    for (let at = from * WIDTH; unchecked(VICTIMS[at]) !== NONE; at++) {
      const to = unchecked(VICTIMS[at]);
      const there = unchecked(BOARD[to]);
      if (there !== 0 && sizeOf(there) <= strength) unchecked((list[end++] = from | (to << 6)));
    }
  }
  return end;
}

/** A square from which a piece of this side could capture a piece of this size here, or `NONE`. */
export function captorOf(square: i32, strength: i32, side: i32): i32 {
  for (let at = square * WIDTH; unchecked(CAPTORS[at]) !== NONE; at++) {
    const from = unchecked(CAPTORS[at]);
    const there = unchecked(BOARD[from]);
    if (there !== 0 && sideOf(there) === side && sizeOf(there) >= strength) return from;
  }
  return NONE;
}

export function isTAttacked(side: i32): bool {
  return captorOf(unchecked(T_SQUARES[side]), 1, side ^ 1) !== NONE;
}

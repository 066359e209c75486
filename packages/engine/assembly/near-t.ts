import { nearAttackers } from './attack';
import { full, STEPS_BACK, size, slideAll } from './board';

/** The largest number of moves for which hunting squares are known. */
export const HUNTING_MOVES: i32 = 3;

/** By number of moves (from 1) and cell of a T: squares from which a piece attacks it after so many, on an empty board. */
const HUNTING: usize = memory.data(8 * 3 * 64, 16);

/** By cell of a T: squares from which a piece could capture on the squares next to it from which it is attacked. */
const GUARDING: usize = memory.data(8 * 64, 16);

export function huntingSquares(cell: i32, moves: i32): u64 {
  return load<u64>(HUNTING + ((<usize>((moves - 1) * 64 + cell)) << 3));
}

export function guardingSquares(cell: i32): u64 {
  return load<u64>(GUARDING + ((<usize>cell) << 3));
}

export function fillNearT(): void {
  for (let cell = 0; cell < size * size; cell++) {
    const attacking = nearAttackers(cell);
    let guarding: u64 = 0;
    for (let left = attacking; left !== 0; left &= left - 1) guarding |= nearAttackers(<i32>ctz(left));
    store<u64>(GUARDING + ((<usize>cell) << 3), guarding);
    let seen = attacking;
    for (let moves = 1; moves <= HUNTING_MOVES; moves++) {
      const before = seen;
      let from = slideAll(before, full);
      for (let left = before; left !== 0; left &= left - 1) {
        from |= load<u64>(STEPS_BACK + ((<usize>ctz(left)) << 3));
      }
      store<u64>(HUNTING + ((<usize>((moves - 1) * 64 + cell)) << 3), from & ~seen);
      seen |= from;
    }
  }
}

import { KEY, LINE, POSITION_BYTES, QUIET, SIDES_IN } from './layout';

/** Keys of the game's earlier positions, oldest first; at most 400 can repeat (R16). */
const KEYS: usize = memory.data(8 * 1024, 16);
let count: i32 = 0;

/** By the lower 12 bits of a key: whether an earlier position has them. Saves most reads of `KEYS`. */
const MARKS: usize = memory.data(4096, 16);

export function forget(): void {
  count = 0;
  memory.fill(MARKS, 0, 4096);
}

function markOf(key: u64): usize {
  return MARKS + <usize>(key & 4095);
}

export function remember(key: u64): void {
  if (count === 1024) {
    memory.copy(KEYS, KEYS + 8 * 512, 8 * 512);
    count = 512;
  }
  store<u64>(KEYS + ((<usize>count) << 3), key);
  store<u8>(markOf(key), 1);
  count++;
}

/** Whether a position repeats. A second occurrence within the line is enough: its side can repeat it again (R16). */
export function isRepeated(p: usize): bool {
  const quiet = load<i32>(p, QUIET);
  const step = popcnt<i32>(load<i32>(p, SIDES_IN)); // only then is the same side to move
  if (quiet < step) return false;
  const key = load<u64>(p, KEY);
  const ply = <i32>((p - LINE) / POSITION_BYTES);
  let times = 0;
  for (let back = step; back <= quiet; back += step) {
    if (back <= ply) {
      if (load<u64>(p - <usize>back * POSITION_BYTES, KEY) === key) return true;
      continue;
    }
    if (load<u8>(markOf(key)) === 0) return false;
    const index = count - (back - ply);
    if (index < 0) return false;
    if (load<u64>(KEYS + ((<usize>index) << 3)) === key && ++times === 2) return true;
  }
  return false;
}

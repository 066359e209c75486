/** Bounds of scores by position. Two slots per position: one for the deepest search, one for the latest. */
const SLOTS: i32 = 1 << 20;
const HASHES = new StaticArray<u64>(SLOTS);
const ENTRIES = new StaticArray<u64>(SLOTS);

let at: i32 = -1;

export function clear(): void {
  for (let i = 0; i < SLOTS; i++) unchecked((HASHES[i] = 0));
}

/** Finds the entry of a position for the functions below. */
export function probe(hash: u64): bool {
  const first = <i32>(hash & (SLOTS - 2));
  at = unchecked(HASHES[first]) === hash ? first : unchecked(HASHES[first + 1]) === hash ? first + 1 : -1;
  return at >= 0;
}

export function storedMove(): i32 {
  return <i32>(unchecked(ENTRIES[at]) & 0xfff);
}
export function storedDepth(): i32 {
  return <i32>((unchecked(ENTRIES[at]) >> 12) & 0xff);
}
export function lowerBound(): i32 {
  return <i32>(<i16>(unchecked(ENTRIES[at]) >> 24));
}
export function upperBound(): i32 {
  return <i32>(<i16>(unchecked(ENTRIES[at]) >> 40));
}

export function save(hash: u64, move: i32, depth: i32, lower: i32, upper: i32): void {
  const first = <i32>(hash & (SLOTS - 2));
  const isDeeper = unchecked(HASHES[first]) === 0 || depth >= <i32>((unchecked(ENTRIES[first]) >> 12) & 0xff);
  const slot = unchecked(HASHES[first]) === hash || isDeeper ? first : first + 1;
  unchecked((HASHES[slot] = hash));
  unchecked(
    (ENTRIES[slot] = <u64>move | ((<u64>depth) << 12) | ((<u64>(<u16>lower)) << 24) | ((<u64>(<u16>upper)) << 40)),
  );
}

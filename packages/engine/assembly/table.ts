/** 32 MiB in groups of four: key, then move (12 bits), depth (8), bound (2), generation (6, bit 24), score (bit 32). */
const GROUPS: i32 = 1 << 19;
let start: usize = 0;
let generation: i32 = 0;
/** Invalidates the entries of earlier games without clearing the memory. */
let salt: u64 = 0;

export const LOWER: i32 = 1;
export const UPPER: i32 = 2;
export const EXACT: i32 = 3;

export let found: u64 = 0;

export function movePart(entry: u64): i32 {
  return <i32>(entry & 0xfff);
}
export function depthPart(entry: u64): i32 {
  return <i32>((entry >> 12) & 0xff);
}
export function boundPart(entry: u64): i32 {
  return <i32>((entry >> 20) & 3);
}
export function scorePart(entry: u64): i32 {
  return <i32>(<i16>(entry >> 32));
}

/** Begins a search; entries of earlier ones are replaced first. */
export function nextGeneration(): void {
  if (start === 0) start = (heap.alloc(GROUPS * 64 + 64) + 63) & ~63;
  generation = (generation + 1) & 63;
  if (generation === 0) memory.fill(start, 0, GROUPS * 64);
}

/** Invalidates all entries, so that an answer depends only on the game. */
export function clear(): void {
  salt += 0x9e3779b97f4a7c15;
}

function groupOf(key: u64): usize {
  return start + ((<usize>(key >> 45)) << 6);
}

export function probe(positionKey: u64): bool {
  const key = positionKey ^ salt;
  const group = groupOf(positionKey); // independent of earlier clears, so that collisions are reproducible
  for (let at = group; at < group + 64; at += 16) {
    if (load<u64>(at) !== key) continue;
    found = load<u64>(at, 8);
    return true;
  }
  return false;
}

export function save(positionKey: u64, move: i32, depth: i32, bound: i32, score: i32): void {
  const key = positionKey ^ salt;
  const group = groupOf(positionKey);
  let slot = group;
  let least = i32.MAX_VALUE;
  let kept = move;
  for (let at = group; at < group + 64; at += 16) {
    const entry = load<u64>(at, 8);
    if (load<u64>(at) === key) {
      // Keeps a much deeper result of the same search, unless the new one is exact.
      if (bound !== EXACT && <i32>((entry >> 24) & 63) === generation && depthPart(entry) > depth + 3) return;
      if (kept === 0) kept = movePart(entry);
      slot = at;
      break;
    }
    const worth = depthPart(entry) + (<i32>((entry >> 24) & 63) === generation ? 256 : 0);
    if (worth < least) {
      least = worth;
      slot = at;
    }
  }
  store<u64>(slot, key);
  const data =
    <u64>kept |
    ((<u64>max(depth, 0)) << 12) |
    ((<u64>bound) << 20) |
    ((<u64>generation) << 24) |
    ((<u64>(<u16>score)) << 32);
  store<u64>(slot, data, 8);
}

/** First moves of lines already found, excluded from the search. */
const EXCLUDED: usize = memory.data(4 * 64);
let count: i32 = 0;

export function excludeNone(): void {
  count = 0;
}

export function exclude(move: i32): void {
  store<i32>(EXCLUDED + ((<usize>count) << 2), move);
  count++;
}

export function excludesAny(): bool {
  return count > 0;
}

export function isExcluded(move: i32): bool {
  for (let i = 0; i < count; i++) if (load<i32>(EXCLUDED + ((<usize>i) << 2)) === move) return true;
  return false;
}

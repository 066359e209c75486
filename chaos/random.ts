/** Numbers that look random and are the same for the same seed (mulberry32). */
export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** A number from `min` to below `max`. */
    between: (min: number, max: number): number => min + next() * (max - min),
    pick: <T>(choices: readonly T[]): T | undefined => choices[Math.floor(next() * choices.length)],
    /** The same things in another order. */
    shuffled: <T>(things: readonly T[]): T[] =>
      things
        .map((thing) => ({ thing, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ thing }) => thing),
  };
}

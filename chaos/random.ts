import { seededRandom } from '@terrace/testing/random';

/** Pseudorandom choices, reproducible by seed. */
export type Random = ReturnType<typeof createRandom>;

export function createRandom(seed: number) {
  const next = seededRandom(seed);
  return {
    between: (min: number, max: number): number => min + next() * (max - min),
    pick: <T>(choices: readonly T[]): T | undefined => choices[Math.floor(next() * choices.length)],
    shuffled: <T>(things: readonly T[]): T[] =>
      things
        .map((thing) => ({ thing, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ thing }) => thing),
  };
}

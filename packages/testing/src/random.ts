import { seededIntegers } from '../../rules/src/testing/random.ts';

/** Numbers from 0 to below 1 that look random, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  const next = seededIntegers(seed);
  return () => next() / 2 ** 32;
}

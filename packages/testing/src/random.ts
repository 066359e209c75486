import { seededIntegers } from '../../rules/src/testing/random.ts';

/** Pseudorandom numbers from 0 to below 1, deterministic by seed. */
export function seededRandom(seed: number): () => number {
  const next = seededIntegers(seed);
  return () => next() / 2 ** 32;
}

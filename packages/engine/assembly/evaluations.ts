import { mix } from './hash';
import { KEY } from './layout';

/** Recent evaluations, each in the entry that the lower 16 bits of its key select: the other bits and the score. */
const ENTRIES: usize = memory.data(8 * 65536, 16);
const SCORE_BITS: u64 = 0xffff;

export const NOT_KEPT: i32 = i32.MIN_VALUE;

/** By side: mixed into keys, because evaluations differ by side. */
const SIDE_KEYS: usize = memory.data(8 * 4, 16);
for (let side = 0; side < 4; side++) store<u64>(SIDE_KEYS + ((<usize>side) << 3), mix(<u64>side + 0x2545f491));

export function forgetEvaluations(): void {
  memory.fill(ENTRIES, 0, 8 * 65536);
}

/** The key of an evaluation of a position for a side. */
export function evaluationKey(p: usize, side: i32): u64 {
  return load<u64>(p, KEY) ^ load<u64>(SIDE_KEYS + ((<usize>side) << 3));
}

/** @returns the score, or `NOT_KEPT` */
export function keptEvaluation(key: u64): i32 {
  const entry = load<u64>(ENTRIES + ((<usize>(key & SCORE_BITS)) << 3));
  return (entry ^ key) & ~SCORE_BITS ? NOT_KEPT : <i32>(<i16>entry);
}

export function keepEvaluation(key: u64, score: i32): void {
  store<u64>(ENTRIES + ((<usize>(key & SCORE_BITS)) << 3), (key & ~SCORE_BITS) | (<u64>score & SCORE_BITS));
}

let techniques: i32 = -1;
export const NULL_MOVE: i32 = 1;
export const LATE_REDUCTION: i32 = 2;
export const FUTILITY: i32 = 4;
export const LATE_PRUNING: i32 = 8;
export const TABLE: i32 = 16;
export const REDUCE_UNKNOWN: i32 = 32;

/** Selects search techniques for measurements: one bit each, -1 for all. */
export function setTechniques(bits: i32): void {
  techniques = bits;
}

export function isEnabled(technique: i32): bool {
  return (techniques & technique) !== 0;
}

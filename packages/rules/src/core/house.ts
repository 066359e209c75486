/** House rules as bits, so that the inner loops ask one number. */
export const RANK = 1; // capture: 'rank' (R10)
export const NOT_LARGER = 2; // sliding: 'not-larger' (R6)

/** House rules as bit flags, so that inner loops test one number. */
export const RANK_CAPTURE = 1; // capture: 'rank' (R10)
export const SLIDE_NOT_LARGER = 2; // sliding: 'not-larger' (R6)

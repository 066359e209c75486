/** The clock of whoever runs this, in ms. */
export declare function now(): f64;

/** Called after each depth, while the output holds its lines; anything but 0 ends the search. */
export declare function report(depth: i32): i32;

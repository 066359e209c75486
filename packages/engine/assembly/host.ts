/** The clock of whoever runs this, in ms. */
export declare function now(): f64;

/** Called after each depth, while the output holds its lines. */
export declare function report(depth: i32): void;

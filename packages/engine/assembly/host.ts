/** The host's clock in ms. */
export declare function now(): f64;

/** Called after each depth; the output contains its lines. */
export declare function report(depth: i32): void;

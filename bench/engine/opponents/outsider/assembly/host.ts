/** Whether the time for the search is over. */
export declare function isLate(): i32;

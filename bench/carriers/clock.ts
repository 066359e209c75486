/** The machine's monotonic clock, the same in every process, in ms. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

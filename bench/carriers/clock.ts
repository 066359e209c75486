/** The machine's monotonic clock, equal in every process, in ms. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/**
 * A reading of the Postgres clock, and when this machine sent the query and received the answer. All in ms since 1970.
 */
export type ClockReading = { readonly databaseTime: number; readonly askedAt: number; readonly answeredAt: number };

/**
 * The Postgres clock, estimated from readings, so that all nodes agree on the time. The round trip bounds each
 * reading's error. The offset changes only when a reading rules it out, and then as little as possible.
 */
export function createSharedClock(machineNow: () => number) {
  let aheadMs = 0;
  return {
    now: (): number => Math.round(machineNow() + aheadMs),
    /** Applies a reading. @throws RangeError if it is not finite, because that would make every later time NaN */
    synchronize({ databaseTime, askedAt, answeredAt }: ClockReading): void {
      if (![databaseTime, askedAt, answeredAt].every(Number.isFinite)) {
        throw new RangeError(`the Postgres clock reads ${databaseTime}, between ${askedAt} and ${answeredAt}`);
      }
      aheadMs = Math.min(Math.max(aheadMs, databaseTime - answeredAt), databaseTime - askedAt);
    },
  };
}

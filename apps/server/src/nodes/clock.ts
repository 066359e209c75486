/** One look at the clock of Postgres: what it said, and when this was asked and answered by the clock here. All in ms since 1970. */
export type ClockReading = { readonly databaseTime: number; readonly askedAt: number; readonly answeredAt: number };

/**
 * The clock of Postgres as far as it is known here, so that all nodes go by one. A reading tells the difference to the clock
 * of this machine up to the time the answer took; the difference in use is kept while it may be right, and else moved as far
 * as it must.
 */
export function createSharedClock(machineNow: () => number) {
  let aheadMs = 0;
  return {
    now: (): number => Math.round(machineNow() + aheadMs),
    /** Takes in a reading. @throws RangeError for one that is not finite, which would make every later time NaN */
    synchronize({ databaseTime, askedAt, answeredAt }: ClockReading): void {
      if (![databaseTime, askedAt, answeredAt].every(Number.isFinite)) {
        throw new RangeError(`the clock of Postgres reads ${databaseTime}, between ${askedAt} and ${answeredAt}`);
      }
      aheadMs = Math.min(Math.max(aheadMs, databaseTime - answeredAt), databaseTime - askedAt);
    },
  };
}

/** A reading of the Postgres clock, with the times of query and answer on this machine. All in ms since 1970. */
export type ClockReading = { readonly databaseTime: number; readonly askedAt: number; readonly answeredAt: number };

/** The Postgres clock, shared by all nodes. The offset changes only as much as a reading's round trip requires. */
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

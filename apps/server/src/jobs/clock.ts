import { SECOND_MS } from '@terrace/protocol';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import { createSharedClock } from '../nodes/clock.ts';
import { realScheduler, type Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';

const EVERY_MS = 10 * SECOND_MS;

type Dependencies = {
  /** Reads the clock of Postgres. */
  readonly readClock: () => Promise<number>;
  readonly reportError: (error: unknown) => void;
};

/** The clock of Postgres, so that leases and due times mean the same on every machine, with real timers. */
export function createDatabaseClock({ readClock, reportError }: Dependencies) {
  const clock = createSharedClock(Date.now);
  const scheduler: Scheduler = realScheduler(clock.now);
  async function read(): Promise<void> {
    const askedAt = Date.now();
    const databaseTime = await readClock();
    clock.synchronize({ databaseTime, askedAt, answeredAt: Date.now() });
  }
  const reading = poll(read, { everyMs: EVERY_MS, scheduler, reportError: exceptDatabaseFaults(reportError) });
  return {
    scheduler,
    /** Resolves after the first reading, or when Postgres does not answer. */
    async start(): Promise<void> {
      await read().catch(reportError);
      reading.request();
    },
    close: reading.close,
  };
}

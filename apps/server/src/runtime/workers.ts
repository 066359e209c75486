import type { Scheduler } from './scheduler.ts';
import { poll } from './single-flight.ts';

/** A claim of rows that are due at `now`. The claimer has them until `until`, even if it ends in between. */
export type Lease = {
  readonly now: number;
  readonly until: number;
  /** Rows that this process still works on. They are not claimed again, however long that takes. */
  readonly except: readonly number[];
};

type Options<T> = {
  /** Items worked on at the same time. */
  readonly slots: number;
  /** Polling interval. */
  readonly everyMs: number;
  /** How long claimed items stay away from other processes. */
  readonly leaseMs: number;
  /** Claims at most `free` due items. @param running those of this process */
  readonly claim: (lease: Omit<Lease, 'except'>, free: number, running: ReadonlySet<T>) => Promise<readonly T[]>;
  /** Works on one item and stores the end. An item that throws is due again at the end of its lease. */
  readonly work: (item: T, closing: AbortSignal) => Promise<void>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/**
 * Works on the due rows of a table, which is the queue: a row is claimed by a lease, so no process that ends takes one
 * with it, and any number of processes can share a table.
 */
export function createWorkers<T>({ slots, everyMs, leaseMs, claim, work, scheduler, reportError }: Options<T>) {
  const running = new Set<T>();
  const ends = new Set<Promise<void>>();

  const filling = poll(
    async (closing) => {
      while (!closing.aborted && running.size < slots) {
        const now = scheduler.now();
        const items = await claim({ now, until: now + leaseMs }, slots - running.size, running);
        if (items.length === 0) return;
        for (const item of items) begin(item, closing);
      }
    },
    { everyMs, scheduler, reportError },
  );

  function begin(item: T, closing: AbortSignal): void {
    running.add(item);
    const end = work(item, closing)
      .catch(reportError)
      .finally(() => {
        running.delete(item);
        ends.delete(end);
        if (!closing.aborted) filling.request();
      });
    ends.add(end);
  }

  return {
    /** Looks for due items now. */
    request: filling.request,
    /** Claims nothing more and waits for the items in work. */
    async close(): Promise<void> {
      await filling.close();
      await Promise.all(ends);
    },
  };
}

/** The pause before another attempt: `e` to the power of the attempts in seconds, six hours at most. */
export const backoffMs = (attempts: number): number => Math.ceil(Math.exp(Math.min(10, attempts)) * 1_000);

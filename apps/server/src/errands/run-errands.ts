import { MINUTE_MS, SECOND_MS } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import { untilSaved } from '../game-service/until-saved.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import { backoffMs, createWorkers } from '../runtime/workers.ts';
import {
  type ClaimedErrand,
  type ErrandAnswer,
  type ErrandStore,
  isMail,
  type MailTask,
  type Test,
} from './errands.ports.ts';

const SLOTS = 4;

/** Tests wait for slow receivers. The other slots remain for mails, which people wait for. */
const MAX_TESTS = 2;

/** Longer than any mail may take. */
const LEASE_MS = 150 * SECOND_MS;
const EVERY_MS = SECOND_MS / 2;

/** An account mail that failed is tried again this late at most, since its reader waits for it. */
const MAX_PAUSE_MS = 2 * MINUTE_MS;

const MAX_FAILED = 10_000;

type Dependencies = {
  readonly store: ErrandStore;
  /** @throws when the mail should be tried again */
  readonly mail: (mail: MailTask) => Promise<void>;
  readonly test: (test: Test) => Promise<ErrandAnswer>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Runs what requests and received mails have left to the background work. */
export function runErrands({ store, mail, test, scheduler, reportError }: Dependencies) {
  const { now } = scheduler;
  /** Whether the last new mail failed. Only the first failure in a row is reported, and no later attempts. */
  let isFailing = false;
  /** The mails that have failed here. An attempt that ended with its process is not among them. */
  const failed = new LRUCache<number, true>({ max: MAX_FAILED });

  /** @returns how to store the end */
  async function run({ id, task, attempts }: ClaimedErrand): Promise<() => Promise<void>> {
    if (!isMail(task)) {
      const answer = await test(task).catch((error: unknown): ErrandAnswer => {
        reportError(error);
        return 'not-delivered';
      });
      return () => store.answer(id, answer);
    }
    try {
      await mail(task);
      isFailing = false;
      failed.delete(id);
      return () => store.remove(id);
    } catch (error) {
      if (!failed.has(id)) {
        failed.set(id, true);
        if (!isFailing) reportError(error);
        isFailing = true;
      }
      const longest = task.kind === 'account-mail' ? MAX_PAUSE_MS : Number.POSITIVE_INFINITY;
      const until = now() + Math.min(backoffMs(attempts), longest);
      return () => store.postpone(id, until);
    }
  }

  const workers = createWorkers<ClaimedErrand>({
    slots: SLOTS,
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    claim(lease, free, running) {
      const tests = [...running].filter(({ task }) => !isMail(task)).length;
      const except = [...running].map(({ id }) => id);
      return store.claim({ ...lease, except }, { all: free, tests: Math.min(free, MAX_TESTS - tests) });
    },
    work: async (errand, closing) => untilSaved(await run(errand), scheduler, closing),
    scheduler,
    reportError: exceptDatabaseFaults(reportError),
  });
  const expiry = poll(() => store.deleteExpired(now()), {
    everyMs: MINUTE_MS,
    scheduler,
    reportError: exceptDatabaseFaults(reportError),
  });

  return {
    request: workers.request,
    start(): void {
      workers.request();
      expiry.request();
    },
    async close(): Promise<void> {
      await Promise.all([workers.close(), expiry.close()]);
    },
  };
}

import type { GameId } from '@terrace/protocol';
import { pause, type Scheduler } from '../runtime/scheduler.ts';
import { isDatabaseFault } from './store.ts';

/** Games whose clocks are settled at the same time. */
const MAX_AT_ONCE = 32;

/** Rest after all games, in ms, so that a store which hangs again and again is not kept busy by what that costs. */
const REST_MS = 5_000;

type Services = {
  /** Gives the time back in these games. */
  readonly refundAll: (ids: readonly GameId[]) => Promise<unknown>;
  readonly scheduler: Scheduler;
  readonly report: (error: unknown) => void;
};

/**
 * Settles the clocks of all games that ran in an interruption, in the background, so that everybody sees them right. A
 * command does so for its own game first and need not wait for this.
 */
export function createRefunds({ refundAll, scheduler, report }: Services) {
  const lifetime = new AbortController();
  const waiting: (() => Promise<readonly GameId[]>)[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    for (let find = waiting.shift(); find !== undefined && !lifetime.signal.aborted; find = waiting.shift()) {
      try {
        const ids = await find();
        for (let n = 0; n < ids.length && !lifetime.signal.aborted; n += MAX_AT_ONCE) {
          await refundAll(ids.slice(n, n + MAX_AT_ONCE));
        }
      } catch (error) {
        if (isDatabaseFault(error)) waiting.push(find);
        else report(error);
      }
      await pause(scheduler, REST_MS, lifetime.signal).catch(() => undefined);
    }
  }

  return {
    /** Settles the games that `find` finds, after those asked for before. */
    begin(find: () => Promise<readonly GameId[]>): void {
      if (lifetime.signal.aborted) return;
      waiting.push(find);
      running ??= run().finally(() => {
        running = undefined;
      });
    },
    async close(): Promise<void> {
      lifetime.abort();
      await running;
    },
  };
}

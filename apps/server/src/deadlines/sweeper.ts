import type { DeadlineQueries } from '../game-service/games.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import type { DeadlineTimers } from './timers.ts';

/** Each sweep scans all unfinished games in Postgres, because no index may contain columns that every move changes. */
const SWEEP_EVERY_MS = 5_000;

/** Reads past the next sweep, so that no deadline is missed between two sweeps. */
const AHEAD_MS = 2 * SWEEP_EVERY_MS;
const MAX_DEADLINES_PER_SWEEP = 5_000;

type Dependencies = {
  readonly queries: DeadlineQueries;
  readonly timers: Pick<DeadlineTimers, 'arm'>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/**
 * Finds games of all nodes whose deadline is near or past, and arms a timer for each. Every node sweeps, so that
 * another node flags the games of a dead one. `decide` accepts the first flag only.
 */
export function createDeadlineSweeper({ queries, timers, scheduler, reportError }: Dependencies): {
  close(): Promise<void>;
} {
  const sweep = async (): Promise<void> => {
    const due = await queries.dueBefore(scheduler.now() + AHEAD_MS, MAX_DEADLINES_PER_SWEEP);
    for (const { id, deadlineAt } of due) timers.arm(id, deadlineAt);
  };
  const { request, close } = poll(sweep, { everyMs: SWEEP_EVERY_MS, scheduler, reportError });
  request();
  return { close };
}

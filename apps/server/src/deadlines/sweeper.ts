import type { DeadlineQueries } from '../game-service/games.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import type { DeadlineTimers } from './timers.ts';

/** How often to read deadlines, in ms: Postgres looks at every unfinished game for it, as no index has what each move changes. */
const SWEEP_EVERY_MS = 5_000;

/** How far ahead to read, in ms: past the next sweep, so that no deadline is missed between two. */
const AHEAD_MS = 2 * SWEEP_EVERY_MS;
const MAX_DEADLINES_PER_SWEEP = 5_000;

type Dependencies = {
  readonly queries: DeadlineQueries;
  readonly timers: Pick<DeadlineTimers, 'arm'>;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/**
 * Finds games whose deadline is near or past, whichever node they were played on, and arms a timer for each. The first
 * sweep is at the start, so a restarted server flags what ran out meanwhile. Every node does this: `decide` accepts the
 * first flag only, so a game whose node died is flagged by another.
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

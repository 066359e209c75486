import type { DeadlineQueries } from '../game/store.ts';
import type { DeadlineTimers } from './timers.ts';

/** How often to look, in ms. */
const EVERY = 1_000;

/** How far ahead to look: past the next look, so that no deadline falls between two, in ms. */
const AHEAD = 2 * EVERY;

const MOST = 1_000;

/**
 * Finds the games whose time runs out soon, or ran out while nobody looked, whichever node they were played on, and arms
 * a timer for each. Looks once at once, so that a restart flags what it slept through. Every node does: `decide` takes
 * the first flag, and a node that died with a game in its charge makes no difference.
 */
export function createDeadlineSweeper(
  due: DeadlineQueries,
  timers: DeadlineTimers,
  now: () => number,
  report: (fault: unknown) => void,
): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function sweep(): Promise<void> {
    try {
      for (const game of await due.dueBefore(now() + AHEAD, MOST)) timers.arm(game.id, game.deadlineAt);
    } catch (error) {
      report(error);
    }
    if (!closed) timer = setTimeout(() => void sweep(), EVERY);
  }

  void sweep();
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}

import type { Line } from '@terrace/engine';
import type { EngineTask } from '../engine/task.ts';
import type { EngineThreads } from '../engine/threads.ts';
import type { Pace } from './pace.ts';

/** How long after its due time an answer is waited for, in ms. */
const PATIENCE_MS = 250;

/** How long the search may be that stands in for one that did not come, in ms. */
const STAND_IN_MS = 100;

type Speed = Pick<Pace, 'searchMs' | 'hurried'>;

type Threads = { readonly threads: EngineThreads; readonly hurriedThreads: EngineThreads };

export type BestLine = ReturnType<typeof createBestLine>;

/**
 * Finds what a computer plays, in time whatever else the machine does: threads that step back for others may get no
 * processor at all while it is busy, so when their answer does not come a short search in the hurried thread stands in.
 *
 * @returns null where there is no move
 * @throws the signal's reason
 */
export function createBestLine({ threads, hurriedThreads }: Threads) {
  return async (task: EngineTask, { searchMs, hurried }: Speed, signal: AbortSignal): Promise<Line | null> => {
    const hurry = async (withinMs: number) => (await hurriedThreads.ask({ task, withinMs, signal })).line;
    if (hurried) return hurry(searchMs);
    const late = AbortSignal.timeout(Math.ceil(searchMs + PATIENCE_MS));
    try {
      return (await threads.ask({ task, withinMs: searchMs, signal: AbortSignal.any([signal, late]) })).line;
    } catch (error) {
      if (signal.aborted || !late.aborted) throw error;
      return hurry(Math.min(searchMs, STAND_IN_MS));
    }
  };
}

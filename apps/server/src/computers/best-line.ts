import type { Line } from '@terrace/engine';
import type { EngineTask } from '../engine/task.ts';
import type { EngineThreads } from '../engine/threads.ts';
import type { Pace } from './pace.ts';

/** How long after its due time an answer is waited for, in ms. */
const MAX_LATE_MS = 250;

/** How long the search may be that stands in for one that did not come, in ms. */
const FALLBACK_SEARCH_MS = 100;

type Speed = Pick<Pace, 'searchMs' | 'urgent'>;

type Threads = { readonly threads: EngineThreads; readonly urgentThreads: EngineThreads };

export type BestLine = ReturnType<typeof createBestLine>;

/**
 * Finds what a computer plays, in time whatever else the machine does: threads that step back for others may get no
 * processor at all while it is busy, so when their answer does not come a short search in the urgent thread stands in.
 *
 * @returns null where there is no move
 * @throws the signal's reason
 */
export function createBestLine({ threads, urgentThreads }: Threads) {
  return async (task: EngineTask, { searchMs, urgent }: Speed, signal: AbortSignal): Promise<Line | null> => {
    const searchUrgently = async (withinMs: number) => (await urgentThreads.run({ task, withinMs, signal })).line;
    if (urgent) return searchUrgently(searchMs);
    const late = AbortSignal.timeout(Math.ceil(searchMs + MAX_LATE_MS));
    try {
      return (await threads.run({ task, withinMs: searchMs, signal: AbortSignal.any([signal, late]) })).line;
    } catch (error) {
      if (signal.aborted || !late.aborted) throw error;
      return searchUrgently(Math.min(searchMs, FALLBACK_SEARCH_MS));
    }
  };
}

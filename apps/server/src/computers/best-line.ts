import type { Line } from '@terrace/engine';
import type { EngineTask } from '../engine/task.ts';
import type { EngineThreads } from '../engine/threads.ts';
import type { Pace } from './pace.ts';

/** How long to wait after the time of the answer. */
const MAX_LATE_MS = 250;

/** The longest search that replaces a missing answer. */
const FALLBACK_SEARCH_MS = 100;

type Speed = Pick<Pace, 'searchMs' | 'urgent'>;

type Threads = { readonly threads: EngineThreads; readonly urgentThreads: EngineThreads };

export type BestLine = ReturnType<typeof createBestLine>;

/** The best line. If busy low-priority threads are too late, a short search in the urgent thread answers instead. */
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

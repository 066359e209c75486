import { createEngineThreads } from '../engine/threads.ts';
import { createJudge } from '../review/judge-moment.ts';
import { createReviewQueue } from '../review/review-queue.ts';
import type { JobContext } from './context.ts';

/** Reviews are made one after another, by one thread. */
export function composeReviews({ settings, stores, scheduler, reportError }: JobContext) {
  const threads = createEngineThreads({ size: 1, niceness: settings.searchNiceness });
  const queue = createReviewQueue({
    store: stores.reviews,
    state: stores.state,
    judge: createJudge(threads.run),
    scheduler,
    reportError,
  });
  return {
    request: queue.request,
    async close(): Promise<void> {
      await queue.close();
      await threads.close();
    },
  };
}

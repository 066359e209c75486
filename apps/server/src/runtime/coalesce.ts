/**
 * Wraps a job so that it never runs twice at a time: calls during a run lead to one more run after it. Errors are
 * reported, and the next call runs the job again.
 */
export function coalesce(job: () => Promise<void>, report: (error: unknown) => void): () => void {
  let isRequested = false;
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isRequested) {
      isRequested = false;
      await job().catch(report);
    }
    isRunning = false;
  };
  return () => {
    isRequested = true;
    if (!isRunning) void run();
  };
}

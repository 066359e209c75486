/** Runs a job, again after it if asked meanwhile. Its faults are reported; the next call tries again. */
export function coalesce(job: () => Promise<void>, report: (fault: unknown) => void): () => void {
  let wanted = false;
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (wanted) {
      wanted = false;
      await job().catch(report);
    }
    running = false;
  };
  return () => {
    wanted = true;
    if (!running) void run();
  };
}

import type { Cancel, Scheduler } from './scheduler.ts';

/** A job in the background. It gets a signal that is aborted when the job is closed. */
export type Job = (closing: AbortSignal) => Promise<void>;

export type SingleFlight = {
  request(): void;
  /** Resolves when the current run, the last one, has ended. */
  close(): Promise<void>;
};

/** Runs a job on request, never twice at a time. Requests during a run lead to one more run. Errors are reported. */
export function singleFlight(job: Job, reportError: (error: unknown) => void): SingleFlight {
  const closing = new AbortController();
  let isRequested = false;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (isRequested && !closing.signal.aborted) {
      isRequested = false;
      await job(closing.signal).catch(reportError);
    }
    running = undefined;
  }

  return {
    request() {
      isRequested = true;
      running ??= run();
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

type Polling = {
  readonly everyMs: number;
  readonly scheduler: Pick<Scheduler, 'after'>;
  readonly reportError: (error: unknown) => void;
};

/** A single-flight job that is also requested `everyMs` after the end of each of its runs. The first run needs a request. */
export function poll(job: Job, { everyMs, scheduler, reportError }: Polling): SingleFlight {
  let cancel: Cancel | undefined;
  const { request, close } = singleFlight(async (closing) => {
    cancel?.();
    try {
      await job(closing);
    } finally {
      if (!closing.aborted) cancel = scheduler.after(everyMs, request);
    }
  }, reportError);
  return {
    request,
    close() {
      cancel?.();
      return close();
    },
  };
}

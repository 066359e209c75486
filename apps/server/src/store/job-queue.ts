import { EventEmitter } from 'node:events';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger as Log } from 'pino';
import type { JobQueue, JobTask } from '../notifications/notifications.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';

/** New jobs start at once, by a message of Postgres. Retries wait for this poll. */
const POLL_MS = 5_000;

/**
 * Jobs that end within this time are completed, or marked as failed, in one statement. Without a delay graphile-worker
 * 0.18 does not await that statement, so that its error in an outage would end the process.
 */
const END_TOGETHER_MS = 50;

const RESTART_MS = 5_000;
const STOP_MS = 3_000;

/** Each queue has its own schema, because a worker scans past all jobs of other kinds. */
export const JOB_SCHEMAS = { notifications: 'graphile_worker', webhooks: 'webhook_jobs' } as const;

type Options = {
  readonly schema: (typeof JOB_SCHEMAS)[keyof typeof JOB_SCHEMAS];
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly machine: Pick<Scheduler, 'after'>;
  readonly concurrentJobs: number;
  /** Jobs fetched at once, so that a burst needs few queries; 1 if the tasks are slow. */
  readonly fetchedJobs: number;
};

/** The durable queue in Postgres. It restarts by itself after an outage of Postgres. */
export function createJobQueue({ schema, pool, log, machine, concurrentJobs, fetchedJobs }: Options): JobQueue {
  const queueLog = log.child({ part: 'job queue' });
  const logger = new Logger(() => (level, message, meta) => {
    // The queue retries by itself, so that its errors are warnings here.
    if (level === 'error' || level === 'warning') queueLog.warn({ err: meta?.error }, message);
    else queueLog.trace(message);
  });
  pool.on('connect', (client) => client.on('error', () => undefined)); // the query in flight receives the error itself
  let isClosed = false;
  let runner: Runner | undefined;
  let worker: string | undefined;
  let starting: Promise<void> = Promise.resolve();
  let cancelRestart: Cancel | undefined;

  async function open(taskList: TaskList): Promise<void> {
    const events: WorkerEvents = new EventEmitter();
    events.on('pool:create', ({ workerPool }) => {
      worker = workerPool.id;
    });
    try {
      const opened = await run({
        pgPool: pool,
        taskList,
        logger,
        events,
        noHandleSignals: true,
        parsedCronItems: [],
        preset: {
          worker: {
            schema,
            concurrentJobs,
            pollInterval: POLL_MS,
            completeJobBatchDelay: END_TOGETHER_MS,
            failJobBatchDelay: END_TOGETHER_MS,
            ...(fetchedJobs > 1 && { localQueue: { size: fetchedJobs } }),
          },
        },
      });
      runner = opened;
      opened.promise.catch(() => undefined).finally(() => restartLater(taskList, opened));
    } catch (error) {
      queueLog.warn({ err: error }, 'the job queue could not start');
      restartLater(taskList, undefined);
    }
  }

  function restartLater(taskList: TaskList, ended: Runner | undefined): void {
    if (runner !== ended) return;
    runner = undefined;
    worker = undefined;
    if (isClosed) return;
    cancelRestart = machine.after(RESTART_MS, () => {
      starting = open(taskList);
    });
  }

  return {
    start(tasks) {
      if (isClosed) return;
      starting = open(Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, taskOf(task)])));
    },

    worker: () => worker,

    async close() {
      isClosed = true;
      cancelRestart?.();
      await starting;
      const open = runner;
      if (open === undefined) return;
      const late = setTimeout(() => void open.kill('Postgres does not answer').catch(() => undefined), STOP_MS);
      await open.stop().catch(() => undefined);
      clearTimeout(late);
    },
  };
}

const taskOf =
  (task: JobTask): NonNullable<TaskList[string]> =>
  async (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) =>
    task(payload, { isLastAttempt: job.attempts >= job.max_attempts });

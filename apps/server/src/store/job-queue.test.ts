import { SECOND_MS } from '@terrace/protocol';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { useDatabase } from '../testing/app.ts';
import { createVirtualTime } from '../testing/time.ts';
import { openDatabase } from './client.ts';
import { createJobQueue, JOB_SCHEMAS } from './job-queue.ts';

const database = useDatabase();

test.each([
  ['fails', 1],
  ['succeeds', 1],
  ['fails', 100],
  ['succeeds', 100],
])(
  'a job that %s during an outage leaves the process running, and its queue restarts (%i fetched at once)',
  async (end, fetchedJobs) => {
    const { pool, setDown, close } = openDatabase(database.url, () => undefined, 'notify');
    const other = openDatabase(database.url, () => undefined, 'play'); // whose queries the outage leaves alone
    const machine = createVirtualTime();
    const queue = createJobQueue({
      schema: JOB_SCHEMAS.webhooks,
      pool,
      log: pino({ enabled: false }),
      machine: machine.scheduler,
      concurrentJobs: 2,
      fetchedJobs,
    });
    let lost = 0;
    let done = 0;
    queue.start({
      async lost() {
        lost += 1;
        setDown(true);
        if (end === 'fails') throw new Error('the receiver does not answer');
      },
      async later() {
        done += 1;
      },
    });
    await expect.poll(() => queue.worker()).toBeDefined();
    const first = queue.worker();
    const add = (task: string) => other.pool.query('select webhook_jobs.add_job($1)', [task]);

    await add('lost');
    await expect.poll(() => lost).toBe(1);
    await expect.poll(queue.worker).not.toBe(first); // it has stopped, because it could not save the end of the job
    setDown(false);
    await add('later');
    await expect
      .poll(() => {
        machine.advance(SECOND_MS);
        return done;
      })
      .toBe(1);
    await queue.close();
    await Promise.all([close(), other.close()]);
  },
);

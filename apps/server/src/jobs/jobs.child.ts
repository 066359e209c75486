/** The process that does background work. */
import { pino } from 'pino';
import { onEvent } from '../processes/messages.ts';
import { runChild } from '../processes/run-child.ts';
import { askPlay, reportOver, Wake } from './messages.ts';
import { JobsSettings } from './settings.ts';
import { startJobs } from './start-jobs.ts';

const log = pino({ level: 'warn' }, pino.destination({ fd: 1, sync: true }));

runChild(JobsSettings, async (settings, parent) => {
  const jobs = await startJobs({ ...askPlay(parent), ...reportOver(parent) }, { settings, log });
  return { receivers: [onEvent(Wake, ({ due }) => jobs.wake(due))], stop: jobs.close };
});

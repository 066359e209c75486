import type { Logger } from 'pino';
import type { Outbound } from '../runtime/outbound.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import type { PlayForJobs } from './jobs.ports.ts';
import type { JobsSettings } from './settings.ts';
import type { JobStores } from './stores.ts';

/** What all parts of the background work share. */
export type JobContext = {
  readonly settings: JobsSettings;
  readonly play: PlayForJobs;
  readonly stores: JobStores;
  readonly outbound: Outbound;
  readonly log: Logger;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

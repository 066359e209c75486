import type { Logger } from 'pino';
import {
  type ChildOptions,
  type ProcessWatch,
  type SupervisedChild,
  superviseChild,
} from '../processes/supervise-child.ts';
import type { Jobs, PlayForJobs } from './jobs.ports.ts';
import { receiversFrom, reportsTo, Wake } from './messages.ts';
import type { JobsSettings } from './settings.ts';

type Options = {
  readonly settings: JobsSettings;
  readonly log: Logger;
  readonly watch?: ProcessWatch;
  readonly limits?: ChildOptions['limits'];
};

export type SupervisedJobs = Jobs & Pick<SupervisedChild, 'isUp' | 'pid' | 'untilUp'>;

/**
 * Starts the process that does background work. It is restarted when it fails. What it had begun is due again at the end
 * of its lease, and the rest waits in the tables.
 */
export function superviseJobs(play: PlayForJobs, { settings, log, watch, limits }: Options): SupervisedJobs {
  const child = superviseChild({
    name: 'jobs',
    entry: new URL('./jobs.child.ts', import.meta.url),
    data: settings,
    receivers: [...receiversFrom(play), ...reportsTo(play)],
    log,
    watch,
    limits: { heapMb: 512, memoryMb: 1024, ...limits },
  });
  return {
    get isUp(): boolean {
      return child.isUp;
    },
    get pid(): number | undefined {
      return child.pid;
    },
    untilUp: child.untilUp,
    wake: (due) => void child.send(Wake, { due }),
    close: child.stop,
  };
}

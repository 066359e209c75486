import type { CommandLine } from '../commands/index.ts';
import { runInLanguage } from '../http/language.ts';
import type { PlayForJobs } from '../jobs/jobs.ports.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Live } from './live.ts';

type Options = {
  readonly notifications: Pick<Live['notifications'], 'attention' | 'bell'>;
  readonly commandLine: CommandLine;
  readonly metrics: Metrics;
};

/** What play does for the background work, wherever that runs. */
export const createPlayForJobs = ({ notifications, commandLine, metrics }: Options): PlayForJobs => ({
  attention: notifications.attention,
  changed: notifications.bell.announce,
  command: ({ line, language, ...sender }) => runInLanguage(language, () => commandLine(line, sender)),
  ...metrics.ofJobs,
});

import { aGame } from '@terrace/testing/games';
import { memberAt, request } from '@terrace/testing/members';
import { beforeAll, expect } from 'vitest';
import type { ExternalServices } from '../../accounts/account-services.ts';
import type { AppOptions } from '../../compose.ts';
import { createLog } from '../../start/log.ts';
import { SECRET, useTestApp } from '../../testing/app.ts';
import { freePort } from '../../testing/free-port.ts';
import { openMailbox } from '../../testing/mailbox.ts';
import { openPushService } from '../../testing/push-service.ts';
import { jobsSettingsOf } from '../settings.ts';
import { type SupervisedJobs, superviseJobs } from '../supervise-jobs.ts';

export const MAIL_DOMAIN = 'play.terrace.example';

/** Notices a frozen process within a second, and restarts it at once. */
const LIMITS = { pingEveryMs: 100, maxMissedPings: 10, minRestartMs: 1 };

/** A server whose background work is in a process of its own, as in production, with a push and a mail server. */
export function useAppWithJobs() {
  let mailbox: Awaited<ReturnType<typeof openMailbox>>;
  let pushService: Awaited<ReturnType<typeof openPushService>>;
  let jobs: SupervisedJobs;
  let mailInPort: number;
  beforeAll(() => async () => {
    await Promise.all([mailbox.close(), pushService.close()]);
  });
  const app = useTestApp({
    log: createLog('silent'),
    async prepare(databaseUrl) {
      mailbox = await openMailbox();
      pushService = await openPushService();
      mailInPort = await freePort();
      const settings = {
        secret: SECRET,
        outbound: { loopback: true },
        pushHosts: ['127.0.0.1'],
        external: externalOf(mailbox.smtpUrl, mailInPort),
        searchNiceness: 0,
      };
      const startJobs: AppOptions['startJobs'] = async (play) => {
        const own = jobsSettingsOf({ ...settings, databaseUrl });
        jobs = superviseJobs(play, { settings: own, log: createLog('silent'), limits: LIMITS });
        return jobs;
      };
      return { ...settings, startJobs };
    },
  });
  return {
    app,
    jobs: (): SupervisedJobs => jobs,
    mailbox: () => mailbox,
    pushService: () => pushService,
    mailInPort: () => mailInPort,

    /** Ends or freezes the process. */
    signal(signal: NodeJS.Signals): void {
      if (jobs.pid !== undefined) process.kill(jobs.pid, signal);
    },

    /** A game by days whose players have a browser each that receives push messages. */
    async game() {
      const players = await Promise.all(
        [1, 2].map(async () => {
          const member = await memberAt(app.url);
          const browser = pushService.browser();
          const { cookie } = member;
          await request(app.url, '/api/me/push/subscriptions', { cookie, body: browser.subscription });
          return { ...member, browser };
        }),
      );
      const [south, north] = players;
      if (south === undefined || north === undefined) throw new Error('two were made');
      const { gameId } = await aGame(app.url).days(7).among(south, north).started();
      const keysOf = ({ browser }: typeof south) => browser.received.map(({ payload }) => payload.key);
      await expect.poll(() => keysOf(south)).toHaveLength(1);
      return { gameId, south, north, keysOf };
    },
  };
}

const externalOf = (smtpUrl: string, port: number): ExternalServices => ({
  publicUrl: 'https://terrace.example',
  mail: { smtpUrl, from: 'Terrace <terrace@terrace.example>' },
  mailIn: { host: '127.0.0.1', port, domain: MAIL_DOMAIN, authservIds: [], listenAgainMs: 200 },
  providers: {},
});

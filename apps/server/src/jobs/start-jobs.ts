import type { Logger } from 'pino';
import type { MailTask } from '../errands/errands.ports.ts';
import { runErrands } from '../errands/run-errands.ts';
import { createMailSeal } from '../errands/sealed-mail.ts';
import { isRefusedForGood } from '../mail/transport.ts';
import type { Channels } from '../notifications/delivery.ts';
import { createSendTest } from '../notifications/send-test.ts';
import { createOutbound } from '../runtime/outbound.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createDatabaseClock } from './clock.ts';
import type { JobContext } from './context.ts';
import type { Due, Jobs, PlayForJobs } from './jobs.ports.ts';
import { composeMail } from './mail.ts';
import { composeNotifications, composePush, composeWebhooks } from './notifications.ts';
import { composeReviews } from './reviews.ts';
import type { JobsSettings } from './settings.ts';
import { openJobStores } from './stores.ts';

type Options = {
  readonly settings: JobsSettings;
  readonly log: Logger;
  /** Defaults to the clock of Postgres, with real timers. */
  readonly scheduler?: Scheduler;
  /** Channels that replace those of the settings. */
  readonly channels?: Channels;
};

/**
 * Starts the background work: notifications, push messages, webhooks, mails out and in with their pictures, and reviews.
 * Its queues are rows with leases, so any number of processes may do it, and the rows of one that ended are due again.
 */
export async function startJobs(play: PlayForJobs, { settings, log, ...replaced }: Options): Promise<Jobs> {
  const reportError = (error: unknown): void => log.error({ err: error });
  const stores = openJobStores(settings.databaseUrl, reportError);
  const clock = createDatabaseClock({ readClock: stores.readClock, reportError });
  const { scheduler = clock.scheduler } = replaced;
  const outbound = createOutbound(settings.outbound);
  const context: JobContext = { settings, play, stores, outbound, log, scheduler, reportError };
  const mailSeal = createMailSeal(settings.errandKey);
  const mail = composeMail(context, mailSeal, () => wakeUp.errands());
  const webhooks = settings.webhooks ? composeWebhooks(context, () => wakeUp.notifications()) : undefined;
  const channels: Channels = {
    push: composePush(context),
    ...(mail && { mail: mail.channel }),
    ...(webhooks && { webhook: webhooks.channel }),
    ...replaced.channels,
  };
  const notifications = composeNotifications(context, channels);
  const reviews = composeReviews(context);
  const sendTest = createSendTest({ store: stores.notifications, channels, now: scheduler.now });

  async function sendMail({ sendAccountMail, sendAnswer }: NonNullable<typeof mail>, errand: MailTask): Promise<void> {
    if (errand.kind === 'mail-answer') return sendAnswer(errand, mailSeal.openText(errand.text));
    const { key, account } = errand;
    if (account !== undefined && (await stores.notifications.recipient(account)) === undefined) return; // deleted
    await sendAccountMail({ ...mailSeal.open(errand.mail), key });
  }

  const errands = runErrands({
    store: stores.errands,
    async mail(errand) {
      if (mail === undefined) throw new Error('a mail waits, but no mail server is set');
      await sendMail(mail, errand).catch((error: unknown) => {
        if (!isRefusedForGood(error)) throw error;
        reportError(error);
      });
    },
    async test(errand) {
      if (errand.kind === 'test-notification') return sendTest(errand);
      const webhook = await stores.webhooks.find(errand.webhook);
      if (webhook === undefined || webhooks === undefined) return 'not-delivered';
      await webhooks.send.test(webhook);
      return 'delivered';
    },
    scheduler,
    reportError,
  });
  const wakeUp: Readonly<Record<Due, () => void>> = {
    outbox: notifications.derive,
    notifications: notifications.decide,
    errands: errands.request,
    reviews: reviews.request,
  };

  async function close(): Promise<void> {
    await Promise.all([mail, webhooks, notifications, reviews, errands].map((part) => part?.close()));
    await clock.close();
    outbound.close();
    await stores.close();
  }

  try {
    if (replaced.scheduler === undefined) await clock.start();
  } catch (error) {
    await close();
    throw error;
  }
  for (const part of [notifications, errands, webhooks, mail]) part?.start();
  reviews.request();
  return { wake: (due) => wakeUp[due](), close };
}

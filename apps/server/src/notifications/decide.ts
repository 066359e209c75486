import type { Notification } from '@terrace/protocol';
import { SECOND_MS } from '@terrace/protocol';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { backoffMs, createWorkers } from '../runtime/workers.ts';
import type { Recipient } from './channels.ts';
import type { Channels, StillApplies } from './delivery.ts';
import { describe, toRecipient } from './describe.ts';
import type { ClaimedNotification, NotificationStore } from './notifications.ports.ts';
import { mailAt, quietUntil } from './times.ts';

/** Deciding asks Postgres and play, and no receiver, so that no receiver delays another player's bell. */
const SLOTS = 8;
const LEASE_MS = 10 * SECOND_MS;
const EVERY_MS = SECOND_MS / 2;

/** A notification that cannot be decided is given up after about 16 hours. */
const MAX_ATTEMPTS = 12;

type Dependencies = {
  readonly store: NotificationStore;
  readonly channels: Channels;
  readonly applies: StillApplies;
  /** Called when a notification appears in a player's pages. */
  readonly added: (recipient: Recipient, notification: Notification) => Promise<void>;
  /** Called when a push is due now or later. */
  readonly onPush: () => void;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Decides how each new notification is delivered: bell, push, mail and webhooks. */
export function createDecisions({ store, channels, applies, added, onPush, scheduler, reportError }: Dependencies) {
  const { now } = scheduler;

  async function decide(stored: ClaimedNotification): Promise<void> {
    const { id, details } = stored.notification;
    const row = await store.recipient(stored.to);
    // One that is read was seen, or outdated by a later turn, even if that is of the same move after a takeback.
    if (row === undefined || stored.notification.readAt !== null || !(await applies(stored))) {
      await store.decide(id, { pushAt: null, mailAt: null, isRead: true }, now());
      return;
    }
    const recipient = toRecipient(stored.to, row);
    const { choices } = recipient;
    const { page, push, mail, webhook } = choices.kinds[details.kind];
    // It only adds rows, once each, so that an attempt after a failure adds nothing.
    if (webhook && channels.webhook?.reaches(recipient))
      await channels.webhook.deliver(describe(stored, recipient), recipient);
    const decision = {
      pushAt: push && channels.push?.reaches(recipient) ? (quietUntil(choices, now()) ?? now()) : null,
      mailAt: mail && channels.mail?.reaches(recipient) ? mailAt(recipient, details.kind, now()) : null,
      isRead: false,
    };
    if (!(await store.decide(id, decision, now()))) return;
    if (decision.pushAt !== null) onPush();
    if (page) await added(recipient, stored.notification);
  }

  return createWorkers<ClaimedNotification>({
    slots: SLOTS,
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    claim: (lease, free, running) =>
      store.claimUndecided({ ...lease, except: [...running].map(({ notification: { id } }) => id) }, free, reportError),
    async work(claimed) {
      const { id } = claimed.notification;
      try {
        await decide(claimed);
      } catch (error) {
        if (claimed.attempts >= MAX_ATTEMPTS) await store.settle(id);
        else await store.postpone(id, now() + backoffMs(claimed.attempts), true);
        throw error;
      }
    },
    scheduler,
    reportError: exceptDatabaseFaults(reportError),
  });
}

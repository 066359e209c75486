import { MINUTE_MS, notificationPath, type PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import type { Channel } from '../notifications/channels.ts';
import { isTestMessage } from '../notifications/describe.ts';
import type { JobTask, NotificationStore } from '../notifications/notifications.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import { eventOf, HTTP_GONE, type SendToWebhook } from './send.ts';
import type { DeliveryStore, WebhookStore } from './webhooks.ports.ts';
import { LOG_MS } from './webhooks.ts';

/** A webhook is disabled after this many notifications in a row that were given up, each after a day of attempts. */
const MAX_FAILURES = 5;

/** Rows of the log per webhook. */
const MAX_ROWS = 200;

const UPKEEP_EVERY_MS = 10 * MINUTE_MS;

const WebhookJob = z.object({ webhook: z.string(), notification: z.int() });

type Dependencies = {
  readonly store: DeliveryStore;
  readonly webhooks: Pick<WebhookStore, 'find' | 'list'>;
  readonly notifications: Pick<NotificationStore, 'find'>;
  readonly send: SendToWebhook;
  /** Called when the server stops delivering to a webhook. */
  readonly disabled: (owner: PlayerId) => void;
  readonly isLeader: () => boolean;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Delivers notifications to webhooks. Each webhook has its own queue, so that a slow one does not delay the rest. */
export function createWebhookDeliveries({ store, webhooks, notifications, send, ...needs }: Dependencies) {
  const { disabled, isLeader, scheduler, reportError } = needs;
  const { now } = scheduler;

  const channel: Channel = {
    reaches: ({ hasWebhook }) => hasWebhook,
    async deliver({ notification }, { id }) {
      if (!isTestMessage(notification)) return store.enqueue(id, notification.id, now());
      const targets = await Promise.all((await webhooks.list(id)).map((webhook) => webhooks.find(webhook.id)));
      await Promise.all(targets.map((target) => target && !target.isDisabled && send.test(target)));
    },
  };

  /** One attempt. @throws Error when another one should follow */
  const attempt: JobTask = async (payload, { isLastAttempt }) => {
    const { webhook: id, notification: notificationId } = WebhookJob.parse(payload);
    if (!(await store.isPending(id, notificationId))) return;
    const [target, stored] = await Promise.all([webhooks.find(id), notifications.find(notificationId)]);
    if (target === undefined) return;
    if (target.isDisabled || stored === undefined) {
      const error = target.isDisabled ? 'the webhook was disabled' : 'the notification was deleted';
      return store.record(id, notificationId, { status: null, error, at: now(), state: 'failed' });
    }
    const { notification } = stored;
    const event = eventOf(target.playerId, notification.details.kind, notification, notificationPath(notification));
    const { isDelivered, isFinal, status, error } = await send.event(target, `notification_${notificationId}`, event);
    const isOver = isFinal || isLastAttempt;
    const state = isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting';
    await store.record(id, notificationId, { status, error, at: now(), state });
    if (isDelivered) return;
    if (!isOver) throw new Error(`the webhook ${id} did not accept notification ${notificationId}: ${error}`);
    const limit = status === HTTP_GONE ? 1 : MAX_FAILURES;
    if (await store.countFailure(id, limit, now())) disabled(target.playerId);
  };

  const upkeep = poll(
    async () => {
      if (!isLeader()) return;
      await store.unlock();
      await store.requeue();
      await store.deleteOld(now() - LOG_MS, MAX_ROWS);
    },
    { everyMs: UPKEEP_EVERY_MS, scheduler, reportError: exceptDatabaseFaults(reportError) },
  );

  return { channel, tasks: { webhook: attempt }, start: upkeep.request, close: upkeep.close };
}

import { HOUR_MS, MINUTE_MS, notificationPath, type PlayerId, SECOND_MS } from '@terrace/protocol';
import { LRUCache } from 'lru-cache';
import { exceptDatabaseFaults } from '../game-service/games.ports.ts';
import { untilSaved } from '../game-service/until-saved.ts';
import type { Channel } from '../notifications/channels.ts';
import type { OnDelivered } from '../notifications/delivery.ts';
import { isTestMessage } from '../notifications/describe.ts';
import type { NotificationStore } from '../notifications/notifications.ports.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { poll } from '../runtime/single-flight.ts';
import { backoffMs, createWorkers } from '../runtime/workers.ts';
import { eventOf, HTTP_GONE, type Outcome, type SendToWebhook } from './send.ts';
import type { Busy, ClaimedWebhook, DeliveryStore, WebhookFailure, WebhookStore } from './webhooks.ports.ts';
import { LOG_MS } from './webhooks.ts';

/** Requests wait for strangers' servers and cost little in the meantime. */
const SLOTS = 64;
/** Each webhook gets one request at a time. */
const MAX_PER_ACCOUNT = 2;
const MAX_PER_HOST = 4;

/** Hosts that took this long, or did not answer, share half of the slots until they answer sooner. */
const SLOW_MS = 2 * SECOND_MS;
const SLOW_SLOTS = SLOTS / 2;
const MAX_SLOW_HOSTS = 1_000;

const LEASE_MS = MINUTE_MS;
const EVERY_MS = SECOND_MS;

/** A delivery is given up after this many attempts, about 16 hours after the first. */
const MAX_ATTEMPTS = 12;

/** A receiver cannot ask for a longer pause. */
const MAX_RETRY_AFTER_MS = 6 * HOUR_MS;

/** A webhook is disabled after this many notifications in a row that were given up, each after a day of attempts. */
const MAX_FAILURES = 5;

/** Rows of the log per webhook. */
const MAX_ROWS = 200;

type Dependencies = {
  readonly store: DeliveryStore;
  readonly webhooks: Pick<WebhookStore, 'find' | 'list'>;
  readonly notifications: Pick<NotificationStore, 'find'>;
  readonly send: SendToWebhook;
  /** Called when the server stops delivering to a webhook. */
  readonly disabled: (owner: PlayerId) => void;
  /** Called with each delivery that succeeds or is given up. */
  readonly onDelivered: OnDelivered;
  /** Called with each failed attempt. */
  readonly onFailed: (kind: WebhookFailure) => void;
  /** Called every minute with how long the oldest due delivery waits for a free slot. */
  readonly onLate: (lateMs: number) => void;
  readonly scheduler: Scheduler;
  readonly reportError: (error: unknown) => void;
};

/** Delivers notifications to webhooks, so that slow ones delay only themselves. */
export function createWebhookDeliveries({ store, webhooks, notifications, send, ...needs }: Dependencies) {
  const { disabled, onDelivered, onFailed, onLate, scheduler } = needs;
  const { now } = scheduler;
  const reportError = exceptDatabaseFaults(needs.reportError);
  const slow = new LRUCache<string, true>({ max: MAX_SLOW_HOSTS });

  const channel: Channel = {
    reaches: ({ hasWebhook }) => hasWebhook,
    async deliver({ notification }, { id }) {
      if (!isTestMessage(notification)) {
        await store.enqueue(id, notification.id, now());
        workers.request();
        return;
      }
      const targets = await Promise.all((await webhooks.list(id)).map((webhook) => webhooks.find(webhook.id)));
      await Promise.all(targets.map((target) => target && !target.isDisabled && send.test(target)));
    },
  };

  function busyNow(running: ReadonlySet<ClaimedWebhook>): Busy {
    const targets = [...running].map(({ target }) => target);
    const hosts = targets.map(({ url }) => new URL(url).host);
    const isSlowFull = hosts.filter((host) => slow.has(host)).length >= SLOW_SLOTS;
    return {
      webhooks: targets.map(({ id }) => id),
      players: atLeast(
        MAX_PER_ACCOUNT,
        targets.map(({ playerId }) => playerId),
      ),
      hosts: [...atLeast(MAX_PER_HOST, hosts), ...(isSlowFull ? slow.keys() : [])],
    };
  }

  /** @returns when the receiver wants the next request at the earliest */
  async function attempt({ target, delivery }: ClaimedWebhook, closing: AbortSignal): Promise<number> {
    if (delivery === undefined) return 0;
    const { notificationId, attempts } = delivery;
    const stored = await notifications.find(notificationId);
    const outcome: Outcome =
      stored === undefined
        ? { isDelivered: false, isFinal: true, status: null, error: 'the notification was deleted' }
        : await post(target, notificationId, stored.notification);
    const { isDelivered, status, error } = outcome;
    const isOver = isDelivered || outcome.isFinal || attempts >= MAX_ATTEMPTS;
    const state = isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting';
    const askedFor = Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    const dueAt = isOver ? null : now() + Math.max(backoffMs(attempts), askedFor);
    const save = <T>(write: () => Promise<T>) => untilSaved(write, scheduler, closing);
    await save(() => store.record(target.id, notificationId, { status, error, at: now(), state, dueAt }));
    if (stored !== undefined) report(outcome, state);
    const limit = status === HTTP_GONE ? 1 : MAX_FAILURES;
    if (state === 'failed' && stored !== undefined && (await save(() => store.countFailure(target.id, limit, now()))))
      disabled(target.playerId);
    return now() + askedFor;
  }

  function report(outcome: Outcome, state: 'delivered' | 'failed' | 'waiting'): void {
    const failure = failureOf(outcome);
    if (failure !== undefined) onFailed(failure);
    if (state !== 'waiting') onDelivered('webhook', state);
  }

  async function post(
    target: ClaimedWebhook['target'],
    id: number,
    notification: Parameters<typeof eventOf>[2],
  ): ReturnType<SendToWebhook['event']> {
    const { host } = new URL(target.url);
    const began = scheduler.elapsed();
    const event = eventOf(target.playerId, notification.details.kind, notification, notificationPath(notification));
    const outcome = await send.event(target, `notification_${id}`, event);
    if (outcome.status === null || scheduler.elapsed() - began >= SLOW_MS) slow.set(host, true);
    else slow.delete(host);
    return outcome;
  }

  const workers = createWorkers<ClaimedWebhook>({
    slots: SLOTS,
    everyMs: EVERY_MS,
    leaseMs: LEASE_MS,
    async claim(lease, _, running) {
      const claimed = await store.claim(lease, busyNow(running));
      return claimed === undefined ? [] : [claimed];
    },
    async work(claimed, closing) {
      const notBefore = await attempt(claimed, closing);
      await untilSaved(() => store.release(claimed.target.id, notBefore), scheduler, closing);
    },
    scheduler,
    reportError,
  });

  async function measure(): Promise<void> {
    const at = now();
    onLate(at - ((await store.dueSince(at)) ?? at));
  }

  const upkeep = [
    poll(measure, { everyMs: MINUTE_MS, scheduler, reportError }),
    poll(() => store.repair(now()), { everyMs: MINUTE_MS, scheduler, reportError }),
    poll(() => store.deleteOld(now() - LOG_MS, MAX_ROWS), { everyMs: HOUR_MS, scheduler, reportError }),
  ];

  return {
    channel,
    start(): void {
      for (const each of [workers, ...upkeep]) each.request();
    },
    async close(): Promise<void> {
      await Promise.all([workers, ...upkeep].map((each) => each.close()));
    },
  };
}

function failureOf({ isDelivered, isFinal, status }: Outcome): WebhookFailure | undefined {
  if (isDelivered) return undefined;
  if (status !== null) return 'status';
  return isFinal ? 'address' : 'no-reply';
}

/** The values that occur at least this often. */
function atLeast<T>(count: number, values: readonly T[]): readonly T[] {
  return [...new Set(values)].filter((value) => values.filter((each) => each === value).length >= count);
}

import { MINUTE_MS, type PlayerId } from '@terrace/protocol';
import webPush from 'web-push';
import { type Channel, DeliveryPostponed } from '../notifications/channels.ts';
import {
  ForbiddenAddressError,
  type Outbound,
  OutboundError,
  type OutboundReply,
  retryAfterMs,
} from '../runtime/outbound.ts';
import { payloadOf, storageOf } from './message.ts';
import type { PushTarget, PushTargets } from './push.ports.ts';
import type { PushServices } from './services.ts';
import type { Vapid } from './vapid.ts';

/** A push service that names no time is asked again after this pause at the earliest. */
const PAUSE_MS = MINUTE_MS;

type Dependencies = {
  readonly store: PushTargets;
  readonly vapid: Vapid;
  readonly services: PushServices;
  readonly outbound: Outbound;
  /** The number of games that wait for the player's move. */
  readonly turnsOf: (player: PlayerId) => Promise<number>;
  /** Called with the status or a reason when a message is given up, because no retry can save it. */
  readonly onRejected: (reason: number | string, service: string) => void;
  readonly now: () => number;
};

type Outcome = 'accepted' | 'dropped' | 'gone' | { readonly retryAt: number; readonly isCounted: boolean };

/** Delivers notifications to browsers by web push. Each device is retried separately. */
export function createPushChannel(dependencies: Dependencies): Channel {
  const { store, vapid, services, outbound, turnsOf, onRejected, now } = dependencies;

  async function send({ subscription, retryAt }: PushTarget, content: string, storage: Storage): Promise<Outcome> {
    const { endpoint } = subscription;
    const { host, hostname } = new URL(endpoint);
    if (!services.isKnown(hostname)) return reject(host, 'unknown service');
    const soonest = Math.max(retryAt ?? 0, services.freeAt(host));
    if (soonest > now()) return { retryAt: soonest, isCounted: false };
    const finish = services.begin(host);
    try {
      const { headers, body } = webPush.generateRequestDetails(subscription, content, {
        TTL: storage.ttlSeconds,
        urgency: storage.urgency,
        topic: storage.topic,
        headers: { Authorization: await vapid.authorization(endpoint) },
      });
      const fields = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      const reply = await outbound.post(endpoint, fields, body ?? '');
      finish(true);
      return judge(reply, host);
    } catch (error) {
      finish(!(error instanceof OutboundError));
      if (error instanceof ForbiddenAddressError) return 'gone';
      return { retryAt: now() + PAUSE_MS, isCounted: true };
    }
  }

  function reject(service: string, reason: number | string): Outcome {
    onRejected(reason, service);
    return 'dropped';
  }

  function judge(reply: OutboundReply, service: string): Outcome {
    const { status } = reply;
    if (status >= 200 && status < 300) return 'accepted';
    if (status === 404 || status === 410) return 'gone';
    if (status === 408 || status === 429 || status >= 500)
      return { retryAt: now() + Math.max(PAUSE_MS, retryAfterMs(reply, now()) ?? 0), isCounted: true };
    return reject(service, status);
  }

  return {
    reaches: ({ hasDevice }) => hasDevice,

    busyHosts: services.busyHosts,
    paused: services.paused,

    async deliver(message, recipient) {
      const notification = message.notification.id;
      const targets = await store.targets(recipient.id, notification);
      if (targets.length === 0) return;
      const content = JSON.stringify(payloadOf(message, await turnsOf(recipient.id)));
      const storage = storageOf(message, now());
      const sent = await Promise.all(
        targets.map(async (target) => ({ id: target.id, outcome: await send(target, content, storage) })),
      );
      const postponed = sent.flatMap(({ id, outcome }) =>
        typeof outcome === 'object' ? [{ id, until: outcome.retryAt, isCounted: outcome.isCounted }] : [],
      );
      const idsWith = (wanted: Outcome) => sent.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
      for (const id of idsWith('gone')) await store.removeGone(id);
      const done = [...idsWith('accepted'), ...idsWith('dropped')];
      if (done.length > 0) await store.accepted(done, postponed.length === 0 ? null : notification, now());
      for (const { id, until, isCounted } of postponed) if (isCounted) await store.postpone(id, until);
      if (postponed.length === 0) return;
      const until = Math.min(...postponed.map((each) => each.until));
      throw new DeliveryPostponed(
        until,
        postponed.some(({ isCounted }) => isCounted),
      );
    },
  };
}

type Storage = ReturnType<typeof storageOf>;

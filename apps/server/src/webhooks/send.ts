import { MAX_INT4, type Notification, type PlayerId, type WebhookEvent } from '@terrace/protocol';
import { Webhook } from 'standardwebhooks';
import { ForbiddenAddressError, type Outbound, OutboundError, retryAfterMs } from '../runtime/outbound.ts';
import { type DeliveryStore, TEST_NOTIFICATION, type WebhookTarget } from './webhooks.ports.ts';

/** The receiver wants no more events. */
export const HTTP_GONE = 410;

export type Outcome = {
  readonly isDelivered: boolean;
  /** Another attempt would fail too. */
  readonly isFinal: boolean;
  readonly status: number | null;
  readonly error: string | null;
  /** What a 429 or 503 reply asks for in `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
};

type Dependencies = {
  readonly outbound: Pick<Outbound, 'post'>;
  readonly store: Pick<DeliveryStore, 'record'>;
  readonly now: () => number;
};

export type SendToWebhook = ReturnType<typeof createSendToWebhook>;

export const eventOf = (
  playerId: PlayerId,
  type: WebhookEvent['type'],
  notification: Notification,
  path: string,
): WebhookEvent => ({
  type,
  timestamp: new Date(notification.at).toISOString(),
  data: { playerId, notification, path },
});

/** Posts events in the form of Standard Webhooks. The body of a reply is ignored, and redirects are failures. */
export function createSendToWebhook({ outbound, store, now }: Dependencies) {
  /** @param id the same on every attempt, so that receivers recognise a repetition */
  async function send({ url, secret }: WebhookTarget, id: string, event: WebhookEvent): Promise<Outcome> {
    const body = JSON.stringify(event);
    const at = new Date(now());
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Terrace',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    };
    try {
      const reply = await outbound.post(url, headers, body);
      const { status } = reply;
      if (status >= 200 && status < 300) return { isDelivered: true, isFinal: true, status, error: null };
      const error = status >= 300 && status < 400 ? 'redirects are not followed' : `status ${status}`;
      const retry = status === 429 || status === 503 ? retryAfterMs(reply, now()) : undefined;
      return { isDelivered: false, isFinal: status === HTTP_GONE, status, error, retryAfterMs: retry };
    } catch (error) {
      const isFinal = error instanceof ForbiddenAddressError;
      return { isDelivered: false, isFinal, status: null, error: isFinal ? error.message : reasonOf(error) };
    }
  }

  return {
    event: send,

    /** Sends a test event and logs the attempt. */
    async test(target: WebhookTarget): Promise<void> {
      const at = now();
      const details = { kind: 'started' as const, opponents: [] };
      const notification = { id: MAX_INT4, at, readAt: null, gameId: null, details };
      const event = eventOf(target.playerId, 'test', notification, '/settings/account');
      const { isDelivered, status, error } = await send(target, `test_${target.id}_${at}`, event);
      const state = isDelivered ? 'delivered' : 'failed';
      await store.record(target.id, TEST_NOTIFICATION, { status, error, at: now(), state, dueAt: null });
    },
  };
}

/** Names the fault without details of the server's network. */
function reasonOf(error: unknown): string {
  const code = error instanceof OutboundError ? error.code : undefined;
  if (code === 'TIMEOUT') return 'no complete reply in time';
  return code === undefined ? 'no reply' : `no reply (${code})`;
}

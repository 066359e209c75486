import { randomBytes } from 'node:crypto';
import {
  DAY_MS,
  MAX_WEBHOOKS,
  type PlayerId,
  type Refusal,
  type WebhookDelivery,
  type WebhookRow,
  type WebhookWithSecret,
} from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Errands } from '../errands/errands.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Outbound } from '../runtime/outbound.ts';
import { TEST_NOTIFICATION, type WebhookStore } from './webhooks.ports.ts';

const SECRET_BYTES = 24;

export const LOG_MS = 30 * DAY_MS;

type Dependencies = {
  readonly store: WebhookStore;
  readonly outbound: Pick<Outbound, 'accepts'>;
  readonly errands: Pick<Errands, 'ask'>;
  readonly testLimit: RateLimit;
  readonly isOn: boolean;
  readonly now: () => number;
};

export type Webhooks = ReturnType<typeof createWebhooks>;

/** The webhooks of accounts. Secrets are returned only when they are made. */
export function createWebhooks({ store, outbound, errands, testLimit, isOn, now }: Dependencies) {
  async function ownTarget(player: PlayerId, id: string) {
    const target = await store.find(id);
    return target?.playerId === player ? target : undefined;
  }

  const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  const unlessMissing = (webhook: WebhookRow | undefined): Result<WebhookRow, Refusal> =>
    webhook === undefined ? err({ code: 'no-such-webhook' }) : ok(webhook);

  return {
    list: store.list,

    async add(player: PlayerId, url: string): Promise<Result<WebhookWithSecret, Refusal>> {
      if (!isOn) return err({ code: 'channel-off' });
      if (!outbound.accepts(url)) return err({ code: 'bad-webhook-url' });
      const secret = newSecret();
      const webhook = await store.add(player, { url: new URL(url).href, secret, at: now() }, MAX_WEBHOOKS);
      return webhook === undefined ? err({ code: 'too-many-webhooks', most: MAX_WEBHOOKS }) : ok({ webhook, secret });
    },

    remove: async (player: PlayerId, id: string): Promise<Result<null, Refusal>> =>
      (await store.remove(player, id)) ? ok(null) : err({ code: 'no-such-webhook' }),

    /** Replaces the secret. Attempts from now on are signed with the new one. */
    async rotate(player: PlayerId, id: string): Promise<Result<WebhookWithSecret, Refusal>> {
      const secret = newSecret();
      const webhook = unlessMissing(await store.setSecret(player, id, secret));
      return webhook.ok ? ok({ webhook: webhook.value, secret }) : webhook;
    },

    enable: async (player: PlayerId, id: string): Promise<Result<WebhookRow, Refusal>> =>
      unlessMissing(await store.enable(player, id)),

    async deliveries(player: PlayerId, id: string): Promise<Result<readonly WebhookDelivery[], Refusal>> {
      if ((await ownTarget(player, id)) === undefined) return err({ code: 'no-such-webhook' });
      return ok(await store.deliveries(id, now() - LOG_MS));
    },

    /** Sends a test event once, to a disabled webhook too. @returns its row in the log */
    async test(player: PlayerId, id: string): Promise<Result<WebhookDelivery, Refusal>> {
      if (!isOn) return err({ code: 'channel-off' });
      const target = await ownTarget(player, id);
      if (target === undefined) return err({ code: 'no-such-webhook' });
      const tooMany = await testLimit.consume(player);
      if (tooMany !== undefined) return err(tooMany);
      const answer = await errands.ask({ kind: 'test-webhook', webhook: id });
      if (!answer.ok) return answer;
      if (answer.value === 'not-delivered') return err({ code: 'not-delivered' });
      const row = (await store.deliveries(id, 0)).find(({ notificationId }) => notificationId === null);
      if (row === undefined) throw new Error(`no row of notification ${TEST_NOTIFICATION} for the webhook ${id}`);
      return ok(row);
    },
  };
}

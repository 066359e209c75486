import * as z from 'zod/mini';
import { Instant, PlayerId } from './ids.ts';
import { MAX_URL_LENGTH } from './limits.ts';
import { NOTIFICATION_KINDS, Notification } from './notification-details.ts';
import { openApiRegistry } from './openapi.ts';
import { OpaqueText, PositiveInt4 } from './text.ts';

export const MAX_WEBHOOKS = 5; // per player

/** `POST /api/account/webhooks` */
export const NewWebhook = z.strictObject({ url: OpaqueText(MAX_URL_LENGTH) });

export const WebhookRow = z
  .object({
    id: z.string(),
    url: z.string(),
    createdAt: Instant,
    /** Deliveries given up since the last success. */
    failures: z.int().check(z.nonnegative()),
    /** When the server stopped delivering; null while it delivers. */
    disabledAt: z.nullable(Instant),
  })
  .register(openApiRegistry, { id: 'Webhook' });
export type WebhookRow = z.infer<typeof WebhookRow>;

export const WebhookList = z.object({ webhooks: z.array(WebhookRow) });
export type WebhookList = z.infer<typeof WebhookList>;

/** The reply to a new webhook or secret, the only one that contains the secret. */
export const WebhookWithSecret = z.object({ webhook: WebhookRow, secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const WebhookDelivery = z
  .object({
    /** Null for a test. */
    notificationId: z.nullable(PositiveInt4),
    /** `waiting` means that another attempt follows. */
    state: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int().check(z.nonnegative()),
    /** The HTTP status of the last attempt; null without a reply. */
    status: z.nullable(z.int()),
    /** Why the last attempt failed. */
    error: z.nullable(z.string()),
    /** The last attempt, or before it the notification. */
    at: Instant,
  })
  .register(openApiRegistry, { id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveries = z.object({ deliveries: z.array(WebhookDelivery) });
export type WebhookDeliveries = z.infer<typeof WebhookDeliveries>;

/** What the server posts to a webhook, in the form of Standard Webhooks. */
export const WebhookEvent = z
  .object({
    type: z.enum([...NOTIFICATION_KINDS, 'test']),
    /** When it happened, as an ISO 8601 time. */
    timestamp: z.string(),
    data: z.object({
      /** The player who is notified, which is the owner of the webhook. */
      playerId: PlayerId,
      notification: Notification,
      /** The page it leads to, such as `/game/AbCdEfGhIjKl`. */
      path: z.string(),
    }),
  })
  .register(openApiRegistry, { id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;

import * as z from 'zod/mini';
import { MAX_TIME_ZONE_LENGTH } from './limits.ts';
import { NOTIFICATION_KINDS, NotificationKind } from './notification-details.ts';
import { openApiRegistry } from './openapi.ts';
import { OpaqueText } from './text.ts';

/** Where notifications go: the bell of every page, devices by web push, e-mail, and the player's webhooks. */
export const NOTIFICATION_CHANNELS = ['page', 'push', 'mail', 'webhook'] as const;
export const NotificationChannel = z.enum(NOTIFICATION_CHANNELS);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

const channels = z.strictObject({ page: z.boolean(), push: z.boolean(), mail: z.boolean(), webhook: z.boolean() });
const MinuteOfDay = z.int().check(z.nonnegative(), z.maximum(1439));

/** A player's choices. Guests have them too, but no mail and no webhooks. */
export const NotificationChoices = z
  .strictObject({
    kinds: z.strictObject({
      turn: channels,
      'time-short': channels,
      offer: channels,
      chat: channels,
      invited: channels,
      answered: channels,
      joined: channels,
      started: channels,
      over: channels,
      follower: channels,
      security: channels,
    } satisfies Record<NotificationKind, typeof channels>),
    /** IANA name, such as `Europe/Berlin`, or `UTC`; the server checks that it exists. */
    timeZone: OpaqueText(MAX_TIME_ZONE_LENGTH),
    /** No push and no mail between these minutes of the player's day; the two may span midnight. */
    quiet: z.nullable(z.strictObject({ from: MinuteOfDay, to: MinuteOfDay })),
    /** One mail a day soon after `digestHour`, or as things happen but never more than one mail an hour. */
    mail: z.enum(['digest', 'immediate']),
    digestHour: z.int().check(z.nonnegative(), z.maximum(23)),
  })
  .register(openApiRegistry, { id: 'NotificationChoices' });
export type NotificationChoices = z.infer<typeof NotificationChoices>;

const everywhere = { page: true, push: true, mail: true, webhook: true } as const;
const withoutMail = { ...everywhere, mail: false } as const;

export const DEFAULT_NOTIFICATION_CHOICES: NotificationChoices = {
  kinds: {
    turn: everywhere,
    'time-short': everywhere,
    offer: everywhere,
    chat: withoutMail,
    invited: everywhere,
    answered: everywhere,
    joined: withoutMail,
    started: everywhere,
    over: everywhere,
    follower: { page: true, push: false, mail: false, webhook: false },
    security: everywhere,
  },
  timeZone: 'UTC',
  quiet: null,
  mail: 'digest',
  digestHour: 8,
};

/** `GET /api/me/notification-channels`: whether this server delivers notifications this way. */
export const NotificationChannels = z
  .object({ push: z.boolean(), mail: z.boolean(), webhook: z.boolean() })
  .register(openApiRegistry, { id: 'NotificationChannels' });
export type NotificationChannels = z.infer<typeof NotificationChannels>;

/** `POST /api/me/notifications/test`: sends a test message at once. */
export const TestNotification = z.strictObject({ channel: NotificationChannel });

/**
 * `GET /api/unsubscribe/:token`, for the reader of a mail: `kind` is that of the mail, or `all` if it had several, and
 * `kinds` come by mail now.
 */
export const MailSubscription = z
  .object({ kind: z.union([NotificationKind, z.literal('all')]), kinds: z.array(NotificationKind) })
  .register(openApiRegistry, { id: 'MailSubscription' });
export type MailSubscription = z.infer<typeof MailSubscription>;

/** `POST /api/unsubscribe/:token`: only these kinds come by mail from now on. */
export const MailKinds = z.strictObject({
  kinds: z.array(NotificationKind).check(z.maxLength(NOTIFICATION_KINDS.length)),
});

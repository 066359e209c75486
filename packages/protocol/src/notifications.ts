import * as z from 'zod/mini';
import { EndReason, Offer } from './events.ts';
import { GameId, Instant, Player } from './ids.ts';
import { MAX_MESSAGE_LENGTH, MAX_TIME_ZONE_LENGTH } from './limits.ts';
import { openApiRegistry } from './openapi.ts';
import { PositiveInt4, Text } from './text.ts';

/** What a player can be notified of. */
export const NOTIFICATION_KINDS = [
  'turn',
  'time-short',
  'offer',
  'chat',
  'invited',
  'answered',
  'joined',
  'started',
  'over',
  'follower',
  'security',
] as const;
export const NotificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Where notifications go: the bell of every page, devices by web push, e-mail, and the player's webhooks. */
export const NOTIFICATION_CHANNELS = ['page', 'push', 'mail', 'webhook'] as const;
export const NotificationChannel = z.enum(NOTIFICATION_CHANNELS);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

/** What happened, by kind, from the recipient's point of view. */
export const NotificationDetails = z
  .discriminatedUnion('kind', [
    /** `ply` is the number of the move to make; `deadlineAt` is null without a time limit. */
    z.object({
      kind: z.literal('turn'),
      ply: PositiveInt4,
      opponents: z.array(Player),
      deadlineAt: z.nullable(Instant),
    }),
    /** A quarter of the time for the move is left, or one hour. */
    z.object({
      kind: z.literal('time-short'),
      ply: PositiveInt4,
      left: z.enum(['quarter', 'hour']),
      opponents: z.array(Player),
      deadlineAt: Instant,
    }),
    z.object({ kind: z.literal('offer'), offer: Offer, by: Player }),
    z.object({ kind: z.literal('chat'), by: Player, text: Text(MAX_MESSAGE_LENGTH) }),
    z.object({ kind: z.literal('invited'), by: Player, until: z.nullable(Instant) }),
    z.object({ kind: z.literal('answered'), by: Player, accepted: z.boolean() }),
    z.object({ kind: z.literal('joined'), by: Player }),
    z.object({ kind: z.literal('started'), opponents: z.array(Player) }),
    /** `place` counts from 1, and tied players share one; `ratingChange` is null in casual games. */
    z.object({
      kind: z.literal('over'),
      outcome: z.enum(['won', 'drawn', 'lost']),
      place: z.int().check(z.positive()),
      by: EndReason,
      opponents: z.array(Player),
      ratingChange: z.nullable(z.number()),
    }),
    z.object({ kind: z.literal('follower'), by: Player }),
    z.object({
      kind: z.literal('security'),
      change: z.enum(['password', 'email', 'token', 'sign-in', 'webhook-disabled']),
    }),
  ])
  .register(openApiRegistry, { id: 'NotificationDetails' });
export type NotificationDetails = z.infer<typeof NotificationDetails>;

export const Notification = z
  .object({
    id: PositiveInt4,
    at: Instant,
    readAt: z.nullable(Instant),
    gameId: z.nullable(GameId),
    details: NotificationDetails,
  })
  .register(openApiRegistry, { id: 'Notification' });
export type Notification = z.infer<typeof Notification>;

/** `GET /api/me/notifications`: the newest first; `next` is the `before` of the next page, null on the last one. */
export const NotificationPage = z
  .object({
    notifications: z.array(Notification),
    unread: z.int().check(z.nonnegative()),
    next: z.nullable(PositiveInt4),
  })
  .register(openApiRegistry, { id: 'NotificationPage' });
export type NotificationPage = z.infer<typeof NotificationPage>;

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
    timeZone: Text(MAX_TIME_ZONE_LENGTH),
    /** No push and no mail between these minutes of the player's day; the two may span midnight. */
    quiet: z.nullable(z.strictObject({ from: MinuteOfDay, to: MinuteOfDay })),
    /** One mail a day at `digestHour`, or as things happen but never more than one mail an hour. */
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

/** `POST /api/me/notifications/read`: by id, by game, or all of them. */
export const ReadNotifications = z.strictObject({
  which: z.union([
    z.literal('all'),
    z.strictObject({ ids: z.array(PositiveInt4).check(z.minLength(1), z.maxLength(100)) }),
    z.strictObject({ gameId: GameId }),
  ]),
});
export type ReadNotifications = z.infer<typeof ReadNotifications>;

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

export const notificationRequests = {
  /** Whether the sender looks at this game now: its page is open and visible. Repeated when that changes. */
  'game:visible': { payload: z.strictObject({ gameId: GameId, visible: z.boolean() }), reply: z.object({}) },
} as const;

export const notificationBroadcasts = {
  /** To all connections of a player: the number of unread notifications, and the new one if there is one. */
  'notifications:changed': z.object({
    unread: z.int().check(z.nonnegative()),
    added: z.nullable(Notification),
  }),
} as const;

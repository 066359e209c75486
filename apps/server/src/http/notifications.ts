import {
  DEFAULT_NOTIFICATION_CHOICES,
  NotificationChannels,
  NotificationChoices,
  NotificationPage,
  PositiveInt4,
  ReadNotifications,
  TestNotification,
} from '@terrace/protocol';
import { z } from 'zod';
import { isBy } from '../accounts/actor.ts';
import type { Bell } from '../notifications/bell.ts';
import { guests } from './access.ts';
import { unwrap } from './refusals.ts';
import type { Router } from './route.ts';

const Before = z.object({ before: z.coerce.number().pipe(PositiveInt4).optional() });

/** The notifications and choices of the sender, with or without an account. */
export function addNotificationRoutes({ tagged }: Router, bell: Bell): void {
  const route = tagged('Notifications');
  route('GET', '/api/me/notifications', {
    operationId: 'listNotifications',
    access: guests('read'),
    summary: 'Your notifications',
    description: 'The newest first, 30 at a time. Read ones are kept for 90 days.',
    query: Before,
    reply: NotificationPage,
    handler: async ({ actor, query }) => bell.page(actor.player.id, query.before ?? null),
  });

  route('POST', '/api/me/notifications/read', {
    operationId: 'readNotifications',
    access: guests('play'),
    summary: 'Mark notifications as read',
    description: 'By their ids, by game, or all of them.',
    body: ReadNotifications,
    example: { body: { which: 'all' } },
    handler: async ({ actor, body }) => bell.markRead(actor.player.id, body.which),
  });

  route('GET', '/api/me/notification-choices', {
    operationId: 'getNotificationChoices',
    access: guests('read'),
    summary: 'Your notification choices',
    description: 'What you are notified of and how. Without own choices, these are the defaults.',
    reply: NotificationChoices,
    handler: async ({ actor }) => bell.choicesOf(actor.player.id),
  });

  route('PUT', '/api/me/notification-choices', {
    operationId: 'setNotificationChoices',
    access: guests('play'),
    summary: 'Choose what to be notified of',
    description: 'Replaces all choices. The time zone is an IANA name, and applies to quiet hours and the digest.',
    body: NotificationChoices,
    example: { body: { ...DEFAULT_NOTIFICATION_CHOICES, timeZone: 'Europe/Berlin', digestHour: 7 } },
    reply: NotificationChoices,
    handler: async ({ actor, body }) => unwrap(await bell.setChoices(actor.player.id, body)),
  });

  route('GET', '/api/me/notification-channels', {
    operationId: 'listNotificationChannels',
    access: guests('read'),
    summary: 'Ways to be notified',
    description: 'Which ways this server has set up, besides its pages. Mails and webhooks need an account.',
    reply: NotificationChannels,
    handler: async () => bell.channels,
  });

  route('POST', '/api/me/notifications/test', {
    operationId: 'testNotifications',
    access: guests('play'),
    summary: 'Send yourself a test notification',
    description: 'By one channel, at once. At most five a minute.',
    body: TestNotification,
    example: { body: { channel: 'page' } },
    handler: async ({ actor, body }) => unwrap(await bell.test(actor.player, isBy('guest', actor), body.channel)),
  });
}

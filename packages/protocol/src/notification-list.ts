import * as z from 'zod/mini';
import { GameId } from './ids.ts';
import { Notification } from './notification-details.ts';
import { openApiRegistry } from './openapi.ts';
import { PositiveInt4 } from './text.ts';

/** `GET /api/me/notifications`: the newest first; `next` is the `before` of the next page, null on the last one. */
export const NotificationPage = z
  .object({
    notifications: z.array(Notification),
    unread: z.int().check(z.nonnegative()),
    next: z.nullable(PositiveInt4),
  })
  .register(openApiRegistry, { id: 'NotificationPage' });
export type NotificationPage = z.infer<typeof NotificationPage>;

/** `POST /api/me/notifications/read`: by id, by game, or all of them. */
export const ReadNotifications = z.strictObject({
  which: z.union([
    z.literal('all'),
    z.strictObject({ ids: z.array(PositiveInt4).check(z.minLength(1), z.maxLength(100)) }),
    z.strictObject({ gameId: GameId }),
  ]),
});
export type ReadNotifications = z.infer<typeof ReadNotifications>;

/** The page that a notification leads to. */
export function notificationPath({ gameId, details }: Pick<Notification, 'gameId' | 'details'>): string {
  if (gameId !== null) return `/game/${gameId}`;
  if (details.kind === 'follower') return `/players/${encodeURIComponent(details.by.name)}`;
  if (details.kind === 'security' && details.change === 'report') return '/moderation';
  return details.kind === 'security' ? '/settings/account' : '/settings/notifications';
}

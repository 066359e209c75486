import * as z from 'zod/mini';
import { GameId } from './ids.ts';

export const notificationRequests = {
  /** Whether the sender looks at this game now: its page is open and visible. Repeated when that changes. */
  'game:visible': { payload: z.strictObject({ gameId: GameId, visible: z.boolean() }), reply: z.object({}) },
} as const;

export const notificationBroadcasts = {
  /** To all connections of a player: the number of unread notifications, and the new one if there is one. */
  'notifications:changed': z.object({
    unread: z.int().check(z.nonnegative()),
    /** The parts of a page that show it read all of it, as a `Notification`. */
    added: z.nullable(z.looseObject({ gameId: z.nullable(GameId), details: z.looseObject({ kind: z.string() }) })),
  }),
} as const;

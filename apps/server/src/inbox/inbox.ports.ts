import type { GameId, NotificationKind, PlayerId } from '@terrace/protocol';

/** Unread notifications of one kind about one game, or about none. */
type UnreadCount = { readonly gameId: GameId | null; readonly kind: NotificationKind; readonly count: number };

export type UnreadQueries = {
  unreadOf(player: PlayerId): Promise<readonly UnreadCount[]>;
};

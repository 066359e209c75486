import type { GameId, PlayerId } from '@terrace/protocol';

/** Unread notifications: all of them, and those about chat by game. */
export type Unread = { readonly total: number; readonly chat: ReadonlyMap<GameId, number> };

export type UnreadQueries = {
  unreadOf(player: PlayerId): Promise<Unread>;
};

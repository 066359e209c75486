import type { ChatMessage, ChatRoom, GameId, Player, PlayerId } from '@terrace/protocol';

/** A message, and at which game it was said. */
export type StoredMessage = { readonly gameId: GameId; readonly message: ChatMessage };

/** What the talk needs of a database. Instants are ms since 1970. */
export type ChatStore = {
  say(gameId: GameId, room: ChatRoom, by: Player, text: string, at: number): Promise<ChatMessage>;
  /** The latest messages of some rooms of a game, oldest first. */
  latest(gameId: GameId, rooms: readonly ChatRoom[], most: number): Promise<readonly ChatMessage[]>;
  find(id: number): Promise<StoredMessage | undefined>;
  /** For the moderators, once for each who reports it. */
  report(said: StoredMessage, by: PlayerId, text: string, at: number): Promise<void>;
  block(by: PlayerId, other: PlayerId, on: boolean): Promise<void>;
  blockedBy(by: PlayerId): Promise<readonly PlayerId[]>;
};

import type { ChatMessage, ChatRoom, CleanText, GameId, Player, PlayerId } from '@terrace/protocol';
import type { Once } from '../game-service/command-ids.ts';

type StoredMessage = { readonly gameId: GameId; readonly message: ChatMessage };

/** Instants are ms since 1970. */
export type ChatStore = {
  /**
   * @param isAnnounced whether players who are elsewhere are notified, through the outbox
   * @throws also when `once` was executed before
   */
  add(
    gameId: GameId,
    room: ChatRoom,
    by: Player,
    text: CleanText,
    at: number,
    isAnnounced: boolean,
    once?: Once,
  ): Promise<ChatMessage>;
  /** The latest messages in these rooms, oldest first. */
  latest(gameId: GameId, rooms: readonly ChatRoom[], limit: number): Promise<readonly ChatMessage[]>;
  /** The first `limit` messages of these games since an instant, oldest first. */
  since(games: readonly GameId[], at: number, limit: number): Promise<readonly StoredMessage[]>;
  find(id: number): Promise<StoredMessage | undefined>;
  /** A second report by the same player has no effect. */
  report(message: StoredMessage, by: PlayerId, text: CleanText, at: number): Promise<void>;
};

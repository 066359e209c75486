import type { CleanText, GameId, PlayerId } from '@terrace/protocol';
import type { Once } from '../game-service/command-ids.ts';

export type NoteStore = {
  read(gameId: GameId, player: PlayerId): Promise<{ readonly text: string; readonly variations: readonly string[] }>;
  /**
   * Sets the text or the variations of a note. A note without both is deleted.
   * @throws also when `once` was executed before
   */
  write(
    gameId: GameId,
    player: PlayerId,
    change: { readonly text: CleanText } | { readonly variations: readonly string[] },
    at: number,
    once?: Once,
  ): Promise<void>;
};

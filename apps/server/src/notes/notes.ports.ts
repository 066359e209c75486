import type { GameId, PlayerId } from '@terrace/protocol';

export type NoteStore = {
  read(gameId: GameId, player: PlayerId): Promise<string>;
  /** Sets a note; an empty text deletes it. */
  write(gameId: GameId, player: PlayerId, text: string, at: number): Promise<void>;
};

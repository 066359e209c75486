import type { CleanText, GameId, PlayerId } from '@terrace/protocol';

export type NoteStore = {
  read(gameId: GameId, player: PlayerId): Promise<{ readonly text: string; readonly variations: readonly string[] }>;
  /** Sets the text or the variations of a note. A note without both is deleted. */
  write(
    gameId: GameId,
    player: PlayerId,
    change: { readonly text: CleanText } | { readonly variations: readonly string[] },
    at: number,
  ): Promise<void>;
};

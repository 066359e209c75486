import type { ConditionalMove, GameId, PlayerId } from '@terrace/protocol';

/**
 * Conditional moves of a player. `start` is the position text (R24) before the first move; null means the current
 * position, for moves stored by older versions. `takenAtSeq` is the game's last seq when a move was last taken to be
 * played.
 */
export type StoredConditionals = {
  readonly start: string | null;
  readonly moves: readonly ConditionalMove[];
  readonly takenAtSeq: number | null;
};

export type ConditionalMoveStore = {
  read(gameId: GameId, player: PlayerId): Promise<StoredConditionals>;
  /** Replaces moves that are unchanged since they were read. @returns whether they were unchanged */
  replace(gameId: GameId, player: PlayerId, before: StoredConditionals, after: StoredConditionals): Promise<boolean>;
  /** Sets the moves; an empty list deletes them. */
  set(gameId: GameId, player: PlayerId, moves: Omit<StoredConditionals, 'takenAtSeq'>): Promise<void>;
  deleteOf(gameId: GameId): Promise<void>;
  ownersIn(gameId: GameId): Promise<readonly PlayerId[]>;
  gamesWithMoves(): Promise<readonly GameId[]>;
};

import type { ConditionalMove, GameId, PlayerId } from '@terrace/protocol';
import type { Once } from '../game-service/command-ids.ts';

/**
 * Conditional moves of a player. `start` is the position text (R24) before the first move; null means the current
 * position, for moves stored by older versions. `takenAtSeq` is the game's last seq when a move was last taken to be
 * played: until the log has it, `start` is the position after it.
 */
export type StoredConditionals = {
  readonly start: string | null;
  readonly moves: readonly ConditionalMove[];
  readonly takenAtSeq: number | null;
};

/** Returned for players who have stored nothing. */
export const NOTHING_STORED: StoredConditionals = { start: null, moves: [], takenAtSeq: null };

export type ConditionalMoveStore = {
  read(gameId: GameId, player: PlayerId): Promise<StoredConditionals>;
  /**
   * Replaces moves that are unchanged since they were read.
   *
   * @returns whether they were unchanged
   * @throws also when `once` was executed before
   */
  replace(
    gameId: GameId,
    player: PlayerId,
    before: StoredConditionals,
    after: StoredConditionals,
    once?: Once,
  ): Promise<boolean>;
  deleteOf(gameId: GameId): Promise<void>;
  ownersIn(gameId: GameId): Promise<readonly PlayerId[]>;
  /** Games with planned moves, or with a move that was taken and may not be played yet. */
  gamesWithMoves(): Promise<readonly GameId[]>;
};

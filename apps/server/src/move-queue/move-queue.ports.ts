import type { GameId, PlayerId, QueuedMove } from '@terrace/protocol';

/** Moves that wait, and the number of the game's last event when the one before them was taken to be played. */
type MoveQueue = { readonly moves: readonly QueuedMove[]; readonly takenAtSeq: number | null };

export type MoveQueueStore = {
  queueOf(gameId: GameId, player: PlayerId): Promise<MoveQueue>;
  /** Replaces a queue if it is still as it was read. @returns whether it was */
  replace(gameId: GameId, player: PlayerId, before: MoveQueue, after: MoveQueue): Promise<boolean>;
  setMoves(gameId: GameId, player: PlayerId, moves: readonly QueuedMove[]): Promise<void>;
  gamesWithMoves(): Promise<readonly GameId[]>;
};

import type { GameId, PlayerId, QueuedMove } from '@terrace/protocol';

/** Queued moves. `takenAtSeq` is the game's last seq when the previous one was removed to be played. */
type MoveQueue = { readonly moves: readonly QueuedMove[]; readonly takenAtSeq: number | null };

export type MoveQueueStore = {
  queueOf(gameId: GameId, player: PlayerId): Promise<MoveQueue>;
  /** Replaces a queue that is unchanged since it was read. @returns whether it was unchanged */
  replace(gameId: GameId, player: PlayerId, before: MoveQueue, after: MoveQueue): Promise<boolean>;
  setMoves(gameId: GameId, player: PlayerId, moves: readonly QueuedMove[]): Promise<void>;
  gamesWithMoves(): Promise<readonly GameId[]>;
};

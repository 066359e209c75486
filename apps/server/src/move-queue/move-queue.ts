import { changesTurn, currentPosition, sideOf } from '@terrace/game';
import { CommandId, type GameId, type PlayerId, type QueuedMove, type Refusal, type Reply } from '@terrace/protocol';
import { err, ok, type Result, squareName } from '@terrace/rules';
import { createKeyedQueue } from '../game-service/keyed-queue.ts';
import type { Committed, GameService } from '../game-service/service.ts';
import type { MoveQueueStore } from './move-queue.ports.ts';

type Dependencies = {
  readonly store: MoveQueueStore;
  readonly service: GameService;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
};

export type MoveQueues = ReturnType<typeof createMoveQueues>;

/**
 * Plays the move queues of correspondence games. A queue is dropped if the opponent played another move than expected,
 * or if its move is rejected. Changes of one game's queues run one at a time; nodes that read a queue at the same time
 * take each move once, by comparing `takenAtSeq`.
 */
export function createMoveQueues({ store, service, now, reportError }: Dependencies) {
  const enqueue = createKeyedQueue<GameId>();

  async function playNext(gameId: GameId): Promise<void> {
    const state = await service.state(gameId);
    if (state === null || state.status !== 'live') return;
    const position = currentPosition(state);
    const owner = state.seats.find(({ side }) => side === position.turn)?.player;
    if (!owner) return;
    const queue = await store.queueOf(gameId, owner.id);
    const [next, ...rest] = queue.moves;
    if (next === undefined || (queue.takenAtSeq ?? 0) >= state.seq) return; // nothing to play, or another node is playing it
    const last = state.history.move;
    const named = last && { from: squareName(position.size, last.from), to: squareName(position.size, last.to) };
    const fits = next.after === null || (next.after.from === named?.from && next.after.to === named.to);
    // Removed before it is played: after a crash in between, the player moves manually, and no move is played twice.
    const left = fits ? { moves: rest, takenAtSeq: state.seq } : { ...queue, moves: [] };
    if (!(await store.replace(gameId, owner.id, queue, left))) return playNext(gameId); // changed in the meantime
    if (!fits) return;
    const commandId = CommandId.parse(`queued-${position.ply}-${gameId}`);
    const { from, to } = next;
    const command = { type: 'move', ply: position.ply, from, to } as const;
    const played = await service.command({ gameId, by: owner, commandId, command, arrivedAt: now() });
    if (!played.ok) await store.replace(gameId, owner.id, left, { moves: [], takenAtSeq: null });
  }

  return {
    playQueued({ isLocal, gameId, events, state }: Committed): void {
      if (isLocal && changesTurn(events) && state.settings.time?.kind !== 'clock')
        enqueue(gameId, () => playNext(gameId)).catch(reportError);
    },

    set: (
      gameId: GameId,
      player: PlayerId,
      moves: readonly QueuedMove[],
    ): Promise<Result<Reply<'queue:set'>, Refusal>> =>
      enqueue(gameId, async () => {
        const state = await service.state(gameId);
        if (state === null) return err({ code: 'no-such-game' });
        if (sideOf(state, player) === undefined) return err({ code: 'not-seated' });
        if (state.settings.time?.kind === 'clock') return err({ code: 'not-by-days' });
        await store.setMoves(gameId, player, moves);
        if (sideOf(state, player) === currentPosition(state).turn && state.status === 'live') await playNext(gameId);
        return ok({});
      }),

    /** Resolves when the queues of a game have had their turn. */
    untilPlayed: (gameId: GameId): Promise<void> => enqueue(gameId, async () => undefined),

    async resume(): Promise<void> {
      for (const gameId of await store.gamesWithMoves()) await enqueue(gameId, () => playNext(gameId));
    },

    get: async (gameId: GameId, player: PlayerId): Promise<readonly QueuedMove[]> =>
      (await store.queueOf(gameId, player)).moves,
  };
}

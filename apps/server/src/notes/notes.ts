import { sideOf } from '@terrace/game';
import type { GameId, PlayerId, Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { Once } from '../game-service/command-ids.ts';
import type { GameService } from '../game-service/service.ts';
import type { NoteStore } from './notes.ports.ts';

type Dependencies = {
  readonly store: NoteStore;
  readonly service: Pick<GameService, 'state'>;
  readonly now: () => number;
};

export type Notes = ReturnType<typeof createNotes>;

/** Private notes and variations of players on their games, during a game and after it. */
export const createNotes = ({ store, service, now }: Dependencies) => ({
  read: (gameId: GameId, player: PlayerId) => store.read(gameId, player),

  async write(
    gameId: GameId,
    player: PlayerId,
    change: Parameters<NoteStore['write']>[2],
    once?: Once,
  ): Promise<Result<Record<never, never>, Refusal>> {
    const state = await service.state(gameId);
    if (state === null) return err({ code: 'no-such-game' });
    const wasSeated = state.seats.some(({ leaver }) => leaver?.id === player);
    if (sideOf(state, player) === undefined && !wasSeated) return err({ code: 'not-seated' });
    await store.write(gameId, player, change, now(), once);
    return ok({});
  },
});

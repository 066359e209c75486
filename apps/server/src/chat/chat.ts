import { type GameState, sideOf } from '@terrace/game';
import type { ChatMessage, ChatRoom, GameId, Player, PlayerId, Refusal } from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import type { GameService } from '../game/service.ts';
import type { Moderation } from '../moderation/moderation.ts';
import { createRateLimit } from '../rate-limit.ts';
import type { ChatStore } from './store.ts';

/** Messages one player may send in ten seconds. */
const PER_TEN_SECONDS = 6;

/** Messages shown to one who comes in. */
const LATEST = 100;

export type Chat = ReturnType<typeof createChat>;

/** Which rooms of a game somebody may hear: players their own, and the spectators' after the end; spectators theirs. */
export function roomsFor(state: GameState, player: PlayerId | undefined): readonly ChatRoom[] {
  if (sideOf(state, player) === undefined) return ['watchers'];
  return state.status === 'over' ? ['players', 'watchers'] : ['players'];
}

type Services = {
  readonly store: ChatStore;
  readonly service: GameService;
  readonly moderation: Pick<Moderation, 'whyNotChat'>;
  readonly now: () => number;
};

/** Talk beside games. It reads games to know a player from a spectator, and never writes them. */
export function createChat({ store, service, moderation, now }: Services) {
  const limit = createRateLimit({ points: PER_TEN_SECONDS, duration: 10 });

  return {
    /** The rooms open to somebody at a game, and what was said there last, but for those they have blocked. */
    async join(
      gameId: GameId,
      player: PlayerId | undefined,
    ): Promise<Result<{ rooms: readonly ChatRoom[]; messages: ChatMessage[]; blocked: PlayerId[] }, Refusal>> {
      const state = await service.state(gameId);
      if (state === null) return err({ code: 'no-such-game' });
      const rooms = roomsFor(state, player);
      const blocked = new Set(player === undefined ? [] : await store.blockedBy(player));
      const messages = await store.latest(gameId, rooms, LATEST);
      return ok({ rooms, messages: messages.filter(({ by }) => !blocked.has(by.id)), blocked: [...blocked] });
    },

    /** Says something, as a player to players or as a spectator to spectators. */
    async say(gameId: GameId, by: Player, text: string): Promise<Result<ChatMessage, Refusal>> {
      const state = await service.state(gameId);
      if (state === null) return err({ code: 'no-such-game' });
      const tooMany = await limit.consume(by.id);
      if (tooMany !== undefined) return err({ code: 'too-talkative', retryMs: tooMany.retryMs });
      const silenced = await moderation.whyNotChat(by.id);
      if (silenced !== undefined) return err(silenced);
      const room = sideOf(state, by.id) === undefined ? 'watchers' : 'players';
      return ok(await store.say(gameId, room, by, text, now()));
    },

    block: (by: PlayerId, other: PlayerId, on: boolean): Promise<void> => store.block(by, other, on),
    blockedBy: (by: PlayerId): Promise<readonly PlayerId[]> => store.blockedBy(by),

    /** Puts a message before the moderators, once for each who reports it; only what one may read can be reported. */
    async report(messageId: number, by: PlayerId, reason: string): Promise<Result<null, Refusal>> {
      const found = await store.find(messageId);
      const state = found && (await service.state(found.gameId));
      if (!found || !state || !roomsFor(state, by).includes(found.message.room))
        return err({ code: 'no-such-message' });
      await store.report(found, by, reason, now());
      return ok(null);
    },
  };
}

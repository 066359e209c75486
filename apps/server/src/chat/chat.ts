import { type GameState, sideOf } from '@terrace/game';
import {
  ChatMessage,
  type ChatRoom,
  type CleanText,
  GameId,
  type Player,
  PlayerId,
  type Refusal,
} from '@terrace/protocol';
import { err, ok, type Result } from '@terrace/rules';
import { z } from 'zod';
import type { BlockStore } from '../accounts/relations.ports.ts';
import type { Once } from '../game-service/command-ids.ts';
import { isSlow } from '../game-service/news.ts';
import type { GameService } from '../game-service/service.ts';
import type { CreateSharedLimit } from '../limits/rate-limit.ts';
import type { Moderation } from '../moderation/moderation.ts';
import type { ChatStore } from './chat.ports.ts';

const MAX_MESSAGES_PER_TEN_SECONDS = 6;
const MAX_MESSAGES_ON_JOIN = 100;

/** Batch size for messages whose broadcast from another node may have been lost. */
const MAX_MISSED = 1_000;

/** A stored message, and the players who have blocked its sender. */
export const SentMessage = z.object({ gameId: GameId, message: ChatMessage, blockers: z.array(PlayerId) });
export type SentMessage = z.infer<typeof SentMessage>;

export type Chat = ReturnType<typeof createChat>;

/** Players read their own room, and the spectators' room after the end. Spectators read only theirs. */
function roomsFor(state: GameState, player: PlayerId | undefined): readonly ChatRoom[] {
  if (sideOf(state, player) === undefined) return ['watchers'];
  return state.status === 'over' ? ['players', 'watchers'] : ['players'];
}

type Dependencies = {
  readonly store: ChatStore;
  readonly blocks: Pick<BlockStore, 'blockedBy' | 'blockersOf'>;
  readonly service: GameService;
  readonly moderation: Pick<Moderation, 'chatRefusal'>;
  readonly createLimit: CreateSharedLimit;
  readonly onReported: () => void;
  readonly now: () => number;
};

/** Game chat. It reads games to distinguish players from spectators. */
export function createChat({ store, blocks, service, moderation, createLimit, onReported, now }: Dependencies) {
  const rateLimit = createLimit('chat', { points: MAX_MESSAGES_PER_TEN_SECONDS, duration: 10 });

  return {
    /** The readable rooms of a game with their latest messages, without those of blocked players. */
    async join(
      gameId: GameId,
      player: PlayerId | undefined,
    ): Promise<Result<{ rooms: readonly ChatRoom[]; messages: ChatMessage[] }, Refusal>> {
      const state = await service.state(gameId);
      if (state === null) return err({ code: 'no-such-game' });
      const rooms = roomsFor(state, player);
      const blocked = new Set(player === undefined ? [] : await blocks.blockedBy(player));
      const messages = await store.latest(gameId, rooms, MAX_MESSAGES_ON_JOIN);
      return ok({ rooms, messages: messages.filter(({ by }) => !blocked.has(by.id)) });
    },

    /** The readable rooms; empty for an unknown game. */
    async roomsOf(gameId: GameId, player: PlayerId | undefined): Promise<readonly ChatRoom[]> {
      const state = await service.state(gameId);
      return state === null ? [] : roomsFor(state, player);
    },

    /** Sends a message to the sender's room. It must not be delivered to `blockers`. */
    async send(gameId: GameId, by: Player, text: CleanText, once?: Once): Promise<Result<SentMessage, Refusal>> {
      const state = await service.state(gameId);
      if (state === null) return err({ code: 'no-such-game' });
      const tooMany = await rateLimit.consume(by.id);
      if (tooMany !== undefined) return err({ code: 'too-talkative', retryMs: tooMany.retryMs });
      const muted = await moderation.chatRefusal(by.id);
      if (muted !== undefined) return err(muted);
      const room = sideOf(state, by.id) === undefined ? 'watchers' : 'players';
      const blockers = await blocks.blockersOf(by.id);
      const isAnnounced = room === 'players' && isSlow(state.settings);
      const message = await store.add(gameId, room, by, text, now(), isAnnounced, once);
      return ok({ gameId, message, blockers: [...blockers] });
    },

    async messagesSince(games: readonly GameId[], at: number): Promise<readonly SentMessage[]> {
      if (games.length === 0) return [];
      const found = await store.since(games, at, MAX_MISSED);
      const senders = [...new Set(found.map(({ message }) => message.by.id))];
      const blockers = new Map(
        await Promise.all(senders.map(async (id) => [id, await blocks.blockersOf(id)] as const)),
      );
      return found.map((each) => ({ ...each, blockers: [...(blockers.get(each.message.by.id) ?? [])] }));
    },

    /** Reports a message that the reporting player can read. */
    async report(messageId: number, by: PlayerId, reason: CleanText): Promise<Result<null, Refusal>> {
      const found = await store.find(messageId);
      const state = found && (await service.state(found.gameId));
      if (!found || !state || !roomsFor(state, by).includes(found.message.room))
        return err({ code: 'no-such-message' });
      await store.report(found, by, reason, now());
      onReported();
      return ok(null);
    },
  };
}

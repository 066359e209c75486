import * as z from 'zod/mini';
import { GameId, Instant, Player, PlayerId } from './ids.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';
import { NonBlankText, PositiveInt4 } from './text.ts';

/** Players and spectators have separate rooms; players see the spectators' room after the end. */
export const ChatRoom = z.enum(['players', 'watchers']);
export type ChatRoom = z.infer<typeof ChatRoom>;

/** `id` increases across all games. */
export const ChatMessage = z.object({
  id: z.int().check(z.positive()),
  room: ChatRoom,
  at: Instant,
  by: Player,
  text: z.string(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

const Message = NonBlankText(MAX_MESSAGE_LENGTH);

export const chatRequests = {
  /** Joins the rooms that the player may read at this game; replies with the latest messages, oldest first. */
  'chat:join': { payload: z.strictObject({ gameId: GameId }), reply: z.object({ messages: z.array(ChatMessage) }) },
  'chat:leave': { payload: z.strictObject({ gameId: GameId }), reply: z.object({}) },
  /** Sends a message to the sender's own room, the players' or the spectators'. */
  'chat:say': { payload: z.strictObject({ gameId: GameId, text: Message }), reply: z.object({ id: z.int() }) },
  /** Hides a player's messages from the sender in every game, until turned off. */
  'chat:block': { payload: z.strictObject({ playerId: PlayerId, on: z.boolean() }), reply: z.object({}) },
  'chat:report': {
    payload: z.strictObject({ messageId: PositiveInt4, reason: Message }),
    reply: z.object({}),
  },
} as const;

export const chatBroadcasts = { 'chat:said': z.object({ gameId: GameId, message: ChatMessage }) } as const;

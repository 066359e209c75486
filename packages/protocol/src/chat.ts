import * as z from 'zod/mini';
import { GameId, Instant, Player, PlayerId } from './ids.ts';
import { MAX_MESSAGE_LENGTH } from './limits.ts';
import { PositiveInt4, Words } from './text.ts';

/** The players' talk and the spectators' are apart; players hear the spectators after the end. */
export const ChatRoom = z.enum(['players', 'watchers']);
export type ChatRoom = z.infer<typeof ChatRoom>;

/** `id` grows with every message, whatever the game. */
export const ChatMessage = z.object({
  id: z.int().check(z.positive()),
  room: ChatRoom,
  at: Instant,
  by: Player,
  text: z.string(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

const Message = Words(MAX_MESSAGE_LENGTH);

export const chatRequests = {
  /** Joins the talk one may hear at this game and returns its latest messages, oldest first. */
  'chat:join': { payload: z.strictObject({ gameId: GameId }), reply: z.object({ messages: z.array(ChatMessage) }) },
  /** Leaves the talk of a game; `game:unwatch` does so, too. */
  'chat:leave': { payload: z.strictObject({ gameId: GameId }), reply: z.object({}) },
  /** Says something in one's own room: a player's or a spectator's. */
  'chat:say': { payload: z.strictObject({ gameId: GameId, text: Message }), reply: z.object({ id: z.int() }) },
  /** Hides what a player says from oneself, in every game, until taken back. */
  'chat:block': { payload: z.strictObject({ playerId: PlayerId, on: z.boolean() }), reply: z.object({}) },
  'chat:report': {
    payload: z.strictObject({ messageId: PositiveInt4, reason: Message }),
    reply: z.object({}),
  },
} as const;

export const chatBroadcasts = { 'chat:said': z.object({ gameId: GameId, message: ChatMessage }) } as const;

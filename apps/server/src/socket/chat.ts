import { type ChatMessage, ChatRoom, type GameId } from '@terrace/protocol';
import { ok } from '@terrace/rules';
import type { Chat } from '../chat/chat.ts';
import { type Handlers, withPlayer } from './dispatch.ts';
import { chatRoom } from './rooms.ts';

type Services = {
  readonly chat: Chat;
  readonly broadcastChat: (gameId: GameId, message: ChatMessage) => Promise<void>;
};

/** Requests of the chat of a game. */
export const createChatHandlers = ({
  chat,
  broadcastChat,
}: Services): Handlers<'chat:join' | 'chat:say' | 'chat:block' | 'chat:report'> => ({
  async 'chat:join'({ gameId }, { actor, socket }) {
    const joined = await chat.join(gameId, actor?.player.id);
    if (!joined.ok) return joined;
    const { rooms, messages, blocked } = joined.value;
    socket.data.blocked = blocked;
    await socket.join(rooms.map((room) => chatRoom(gameId, room)));
    // A spectator who has sat down no longer reads the spectators' room.
    for (const room of ChatRoom.options) if (!rooms.includes(room)) await socket.leave(chatRoom(gameId, room));
    return ok({ messages });
  },

  'chat:say': withPlayer(async ({ gameId, text }, { actor }) => {
    const sent = await chat.send(gameId, actor.player, text);
    if (!sent.ok) return sent;
    await broadcastChat(gameId, sent.value);
    return ok({ id: sent.value.id });
  }),

  'chat:block': withPlayer(async ({ playerId, on }, { actor, socket }) => {
    await chat.setBlocked(actor.player.id, playerId, on);
    socket.data.blocked = [...(await chat.blockedBy(actor.player.id))];
    return ok({});
  }),

  'chat:report': withPlayer(async ({ messageId, reason }, { actor }) => {
    const reported = await chat.report(messageId, actor.player.id, reason);
    return reported.ok ? ok({}) : reported;
  }),
});

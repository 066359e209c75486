import { type ChatMessage, ChatRoom, type GameId, requests } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import type { Chat } from '../chat/chat.ts';
import { chatRoom } from './broadcast.ts';
import { defineHandler } from './dispatch.ts';

/** What people at a game say to each other. */
export const createChatHandlers = (chat: Chat, tell: (gameId: GameId, message: ChatMessage) => Promise<void>) => ({
  'chat:join': defineHandler(requests['chat:join'], async ({ gameId }, { actor, socket }) => {
    const joined = await chat.join(gameId, actor?.player.id);
    if (!joined.ok) return joined;
    socket.data.blocked = joined.value.blocked;
    const open = joined.value.rooms;
    await socket.join(open.map((room) => chatRoom(gameId, room)));
    // Who watched and then sat down no longer hears the spectators.
    for (const room of ChatRoom.options) if (!open.includes(room)) await socket.leave(chatRoom(gameId, room));
    return ok({ messages: joined.value.messages });
  }),

  'chat:say': defineHandler(requests['chat:say'], async ({ gameId, text }, { actor }) => {
    if (actor === null) return err({ code: 'no-session' });
    const said = await chat.send(gameId, actor.player, text);
    if (!said.ok) return said;
    await tell(gameId, said.value);
    return ok({ id: said.value.id });
  }),

  'chat:block': defineHandler(requests['chat:block'], async ({ playerId, on }, { actor, socket }) => {
    if (actor === null) return err({ code: 'no-session' });
    await chat.setBlocked(actor.player.id, playerId, on);
    socket.data.blocked = [...(await chat.blockedBy(actor.player.id))];
    return ok({});
  }),

  'chat:report': defineHandler(requests['chat:report'], async ({ messageId, reason }, { actor }) => {
    if (actor === null) return err({ code: 'no-session' });
    const reported = await chat.report(messageId, actor.player.id, reason);
    return reported.ok ? ok({}) : reported;
  }),
});

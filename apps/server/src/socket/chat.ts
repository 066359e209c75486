import { ChatRoom, type GameId, type PlayerId } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import type { Socket } from 'socket.io';
import type { SetBlocked } from '../accounts/blocks.ts';
import type { Chat, SentMessage } from '../chat/chat.ts';
import type { Following } from '../runtime/nodes.ports.ts';
import type { SocketRequests } from './request.ts';
import { chatRoom, countRooms, isChatRoom, playerChatRoom } from './rooms.ts';

/** Two rooms for each game that a connection may follow. */
const MAX_CHAT_ROOMS = 200;

type Dependencies = {
  readonly chat: Chat;
  readonly setBlocked: SetBlocked;
  readonly broadcastChat: (sent: SentMessage) => void;
  readonly games: Pick<Following<GameId>, 'follow' | 'unfollow'>;
};

export const createChatRequests = ({ chat, setBlocked, broadcastChat, games }: Dependencies) =>
  ({
    'chat:join': {
      scope: 'read',
      lane: 'game',
      aboveLimit: 'reject',
      async handler({ gameId }, { actor, socket }) {
        const player = actor?.player.id;
        const isIn = ChatRoom.options.some((room) => socket.rooms.has(chatRoom(gameId, room)));
        if (!isIn && countRooms(socket, isChatRoom) >= MAX_CHAT_ROOMS) {
          return err({ code: 'too-many-games', most: MAX_CHAT_ROOMS / ChatRoom.options.length });
        }
        const follower = {};
        try {
          await games.follow(gameId, follower); // before reading, so that no seat change on another node is missed
          // joined before reading, so that a seat change in the meantime moves this connection too
          if (player !== undefined) await socket.join(playerChatRoom(gameId, player));
          const joined = await chat.join(gameId, player);
          if (!joined.ok) {
            await leaveChat(socket, gameId, player);
            return joined;
          }
          const { messages } = joined.value;
          for (let { rooms } = joined.value; socket.connected; ) {
            await enterRooms(socket, gameId, rooms);
            const now = await chat.roomsOf(gameId, player); // changes before `enterRooms` did not move this connection
            if (now.join() === rooms.join()) break;
            rooms = now;
          }
          return ok({ messages });
        } finally {
          games.unfollow(gameId, follower); // the rooms follow the game
        }
      },
    },

    'chat:leave': {
      scope: 'read',
      lane: 'game',
      aboveLimit: 'answer',
      async handler({ gameId }, { actor, socket }) {
        await leaveChat(socket, gameId, actor?.player.id);
        return ok({});
      },
    },

    'chat:say': {
      scope: 'play',
      lane: null,
      aboveLimit: 'reject',
      handler: async ({ gameId, text }, { actor }) => {
        const sent = await chat.send(gameId, actor.player, text);
        if (!sent.ok) return sent;
        broadcastChat(sent.value);
        return ok({ id: sent.value.message.id });
      },
    },

    'chat:block': {
      scope: 'play',
      lane: null,
      aboveLimit: 'reject',
      handler: async ({ playerId, on }, { actor }) => {
        await setBlocked(actor.player.id, playerId, on);
        return ok({});
      },
    },

    'chat:report': {
      scope: 'play',
      lane: null,
      aboveLimit: 'reject',
      handler: async ({ messageId, reason }, { actor }) => {
        const reported = await chat.report(messageId, actor.player.id, reason);
        return reported.ok ? ok({}) : reported;
      },
    },
  }) satisfies Partial<SocketRequests>;

async function enterRooms(socket: Socket, gameId: GameId, rooms: readonly ChatRoom[]): Promise<void> {
  await socket.join(rooms.map((room) => chatRoom(gameId, room)));
  for (const room of ChatRoom.options) if (!rooms.includes(room)) await socket.leave(chatRoom(gameId, room));
}

export async function leaveChat(socket: Socket, gameId: GameId, player: PlayerId | undefined): Promise<void> {
  await enterRooms(socket, gameId, []);
  if (player !== undefined) await socket.leave(playerChatRoom(gameId, player));
}

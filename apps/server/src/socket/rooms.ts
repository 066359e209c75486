import { type ChatRoom, GameId, type LiveFilter, PlayerId } from '@terrace/protocol';
import type { Actor } from '../accounts/actor.ts';

export const gameRoom = (id: GameId) => `game:${id}`;
export const isGameRoom = (room: string) => room.startsWith('game:');
export const chatRoom = (id: GameId, room: ChatRoom) => `chat:${id}:${room}`;
export const isChatRoom = (room: string) => room.startsWith('chat:');
export const gamesWithChat = (rooms: Iterable<string>): GameId[] => [
  ...new Set([...rooms].filter(isChatRoom).map((room) => GameId.parse(room.split(':')[1]))),
];
/** A player's connections that follow the chat of a game. */
export const playerChatRoom = (id: GameId, player: PlayerId) => `talk:${id}:${player}`;
export const credentialRoom = (credential: Actor['credential']) => `credential:${credential}`;
export const playerRoom = (id: PlayerId) => `player:${id}`;
export const LOBBY_ROOM = 'lobby';
export const playerLobbyRoom = (id: PlayerId) => `lobby:${id}`;
/** A player's connections that follow all of their unfinished games. */
export const inboxRoom = (id: PlayerId) => `inbox:${id}`;
export const featuredRoom = ({ seats, speed }: LiveFilter) => `featured:${seats}:${speed}`;
export const isFeaturedRoom = (room: string) => room.startsWith('featured:');

/** The game whose moves or chat go to a room. */
export const gameOfRoom = (room: string): GameId | undefined =>
  isGameRoom(room) || isChatRoom(room) ? GameId.parse(room.split(':')[1]) : undefined;

export const playerOfRoom = (room: string): PlayerId | undefined =>
  room.startsWith('player:') ? PlayerId.parse(room.slice('player:'.length)) : undefined;

/** Socket.IO also puts each connection into its own room, which is not counted. */
export function roomsByKind(rooms: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const room of rooms) {
    const end = room.indexOf(':');
    const kind = room === LOBBY_ROOM ? room : room.slice(0, Math.max(0, end));
    if (kind !== '') counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

export function countRooms({ rooms }: { readonly rooms: ReadonlySet<string> }, isOfKind: (room: string) => boolean) {
  let count = 0;
  for (const room of rooms) if (isOfKind(room)) count += 1;
  return count;
}

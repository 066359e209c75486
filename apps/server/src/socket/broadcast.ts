import { ends } from '@terrace/game';
import type {
  ChatMessage,
  ChatRoom,
  ClientToServer,
  GameId,
  LiveFilter,
  PlayerId,
  Presence,
  RatedGame,
  ServerToClient,
} from '@terrace/protocol';
import type { DefaultEventsMap, Server } from 'socket.io';
import type { Actor } from '../accounts/actor.ts';
import type { GameService } from '../game/service.ts';
import type { LobbyBroadcasts } from '../lobby/lobby.ts';
import type { PairingBroadcasts } from '../lobby/pairing-pool.ts';

/** What a connection carries along: who it is, and those whose talk its player does not want to hear. */
export type SocketData = { blocked?: readonly PlayerId[]; actor?: Actor | null };

export type Io = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

export const gameRoom = (id: GameId) => `game:${id}`;
export const chatRoom = (id: GameId, room: ChatRoom) => `chat:${id}:${room}`;
/** The connections that rest on one credential of who somebody is. */
export const credentialRoom = (credential: Actor['credential']) => `credential:${credential}`;
export const LOBBY_ROOM = 'lobby';
/** Those in the lobby who want to hear of this player's games. */
export const playerLobbyRoom = (id: PlayerId) => `lobby:${id}`;
/** All connections of one player. */
export const playerRoom = (id: PlayerId) => `person:${id}`;
/** Those who follow the best live games of a kind. */
export const liveRoom = ({ seats, speed }: LiveFilter) => `live:${seats}:${speed}`;

/** Tells what was committed to whoever listens. Nothing else in the server tells anything to more than one. */
export function broadcastEvents(io: Io, service: GameService, now: () => number): void {
  service.onCommitted(({ gameId, events }) => {
    io.to(gameRoom(gameId)).emit('game:events', { gameId, events: [...events], now: now() });
    if (ends(events)) joinPlayersToSpectatorChat(io, gameId);
  });
}

/** After the end the players hear the spectators, too. */
const joinPlayersToSpectatorChat = (io: Io, gameId: GameId): void =>
  io.in(chatRoom(gameId, 'players')).socketsJoin(chatRoom(gameId, 'watchers'));

/** The lobby's version is its node's own, so what changed goes to this node's connections; what is for one, to all nodes. */
export const createLobbyBroadcasts = (io: Io): LobbyBroadcasts & PairingBroadcasts => ({
  changed: (change) => void io.local.to(LOBBY_ROOM).emit('lobby:changed', change),
  featured: (filter, version, featured) =>
    void io.local.to(liveRoom(filter)).emit('featured:changed', { filter, version, featured }),
  own: (players, row) => void io.to(players.map(playerLobbyRoom)).emit('lobby:own', { row }),
  kept: (players, row) => void io.to(players.map(playerRoom)).emit('invitation:changed', { row }),
  seek: (player, open) => void io.to(playerRoom(player)).emit('pairing:seek', { seek: open }),
  paired: (players, gameId) => void io.to(players.map(playerRoom)).emit('pairing:paired', { gameId }),
});

/** Whether somebody has a connection to any node. */
export const isConnected = async (io: Io, player: PlayerId): Promise<boolean> =>
  (await io.in(playerRoom(player)).fetchSockets()).length > 0;

export const broadcastPresence = (io: Io, gameId: GameId, presence: Presence): void =>
  void io.to(gameRoom(gameId)).emit('game:presence', { gameId, presence });

/** What a game's end did to ratings, for everyone who watches it. */
export const broadcastRatings = (io: Io, rated: RatedGame): void =>
  void io.to(gameRoom(rated.gameId)).emit('game:rated', rated);

/** Everyone in the room hears it but those who have blocked its sender. */
export async function broadcastChat(io: Io, gameId: GameId, message: ChatMessage): Promise<void> {
  for (const listener of await io.in(chatRoom(gameId, message.room)).fetchSockets()) {
    if (!listener.data.blocked?.includes(message.by.id)) listener.emit('chat:said', { gameId, message });
  }
}

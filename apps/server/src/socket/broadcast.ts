import type {
  ChatMessage,
  ChatRoom,
  ClientToServer,
  GameId,
  PlayerId,
  Presence,
  RatedGame,
  ServerToClient,
} from '@terrace/protocol';
import type { DefaultEventsMap, Server } from 'socket.io';
import type { Actor } from '../accounts/actor.ts';
import type { Committed, GameService } from '../game/service.ts';
import { rowOf } from '../game/summary.ts';

/** What a connection carries along: who it is, and those whose talk its player does not want to hear. */
export type Listener = { blocked?: readonly PlayerId[]; actor?: Actor | null };

export type Io = Server<ClientToServer, ServerToClient, DefaultEventsMap, Listener>;

export const gameRoom = (id: GameId) => `game:${id}`;
export const chatRoom = (id: GameId, room: ChatRoom) => `chat:${id}:${room}`;
/** The connections that rest on one proof of who somebody is. */
export const proofRoom = (proof: Actor['proof']) => `proof:${proof}`;
export const LOBBY = 'lobby';
/** Those in the lobby who want to hear of this player's games. */
export const lobbyOf = (id: PlayerId) => `lobby:${id}`;

/** Tells what was committed to whoever listens. Nothing else in the server tells anything to more than one. */
export function broadcast(io: Io, service: GameService, now: () => number): void {
  service.onCommitted((committed) => {
    const { gameId, events } = committed;
    io.to(gameRoom(gameId)).emit('game:events', { gameId, events: [...events], now: now() });
    if (events.some(({ event }) => event.type === 'ended')) openTheWatchersTalk(io, gameId);
    tellLobby(io, committed);
  });
}

/** After the end the players hear the spectators, too. */
const openTheWatchersTalk = (io: Io, gameId: GameId): void =>
  io.in(chatRoom(gameId, 'players')).socketsJoin(chatRoom(gameId, 'watchers'));

/** Everyone in the lobby hears of public tables; of moves, and of tables by link, only those who sit or are expected there. */
function tellLobby(io: Io, { events, summary }: Committed): void {
  const row = rowOf(summary);
  const people = row.seats.flatMap(({ player, reserved }) => (player ?? reserved)?.id ?? []).map(lobbyOf);
  const quiet = row.settings.seen === 'link' || !events.some(({ event }) => LOBBY_NEWS.has(event.type));
  if (!quiet || people.length > 0) io.to(quiet ? people : LOBBY).emit('lobby:changed', { rows: [row] });
}

/** What changes who sits where, or whether it is still a table. */
const LOBBY_NEWS = new Set(['created', 'reserved', 'declined', 'seated', 'unseated', 'started', 'closed', 'ended']);

export const tellPresence = (io: Io, gameId: GameId, presence: Presence): void =>
  void io.to(gameRoom(gameId)).emit('game:presence', { gameId, presence });

/** What a game's end did to ratings, for everyone who watches it. */
export const tellRated = (io: Io, rated: RatedGame): void =>
  void io.to(gameRoom(rated.gameId)).emit('game:rated', rated);

/** Everyone in the room hears it but those who have blocked its sender. */
export async function tellTalk(io: Io, gameId: GameId, message: ChatMessage): Promise<void> {
  for (const listener of await io.in(chatRoom(gameId, message.room)).fetchSockets()) {
    if (!listener.data.blocked?.includes(message.by.id)) listener.emit('chat:said', { gameId, message });
  }
}

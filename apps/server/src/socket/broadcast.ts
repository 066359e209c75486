import type { ClientToServer, GameId, PlayerId, ServerToClient } from '@terrace/protocol';
import type { Server } from 'socket.io';
import type { Committed, GameService } from '../game/service.ts';

export type Io = Server<ClientToServer, ServerToClient>;

export const gameRoom = (id: GameId) => `game:${id}`;
export const LOBBY = 'lobby';
/** Those in the lobby who want to hear of this player's games. */
export const lobbyOf = (id: PlayerId) => `lobby:${id}`;

/** Tells what was committed to whoever listens. Nothing else in the server emits. */
export function broadcast(io: Io, service: GameService, now: () => number): void {
  service.onCommitted((committed) => {
    const { gameId, events } = committed;
    io.to(gameRoom(gameId)).emit('game:events', { gameId, events: [...events], now: now() });
    tellLobby(io, committed);
  });
}

/** Everyone in the lobby hears of tables; of moves in a game only those who play it. */
function tellLobby(io: Io, { events, summary: { seq: _, deadlineAt: __, ...row } }: Committed): void {
  const players = row.seats.flatMap(({ player }) => (player === null ? [] : [lobbyOf(player.id)]));
  const onlyMoves = events.every(({ event }) => event.type === 'moved');
  io.to(onlyMoves ? players : LOBBY).emit('lobby:changed', { rows: [row] });
}

import { changesPlayers, type GameState } from '@terrace/game';
import type { GameId, Presence, RatedGame } from '@terrace/protocol';
import type { SentMessage } from '../chat/chat.ts';
import type { Committed } from '../game-service/service.ts';
import type { LobbyBroadcasts } from '../lobby/lobby.ts';
import type { PairingBroadcasts } from '../lobby/seeks.ts';
import { chatRoom, featuredRoom, gameRoom, LOBBY_ROOM, playerChatRoom, playerLobbyRoom, playerRoom } from './rooms.ts';
import type { Io } from './server.ts';
import type { Slices } from './slices.ts';

type EventServices = {
  readonly io: Io;
  readonly slices: Slices;
  readonly now: () => number;
};

/**
 * Broadcasts committed events to the game's room. All broadcasts of the server are in this file. Each is to the connections of
 * this node: the others hear of the same commit, and tell theirs.
 */
export function createEventBroadcast({ io, slices, now }: EventServices): (committed: Committed) => void {
  return ({ gameId, events, state, answeredTo }) => {
    if (changesPlayers(events)) moveChatWithSeats(io, gameId, state);
    slices.broadcast(
      gameRoom(gameId),
      (to) => void to.emit('game:events', { gameId, events: [...events], now: now() }),
      {
        first: () => state.seats.flatMap(({ player }) => (player === null ? [] : [playerRoom(player.id)])),
        except: answeredTo,
      },
    );
  };
}

/**
 * Whoever sits down hears the players from now on and the spectators no longer, before the end; whoever has left a seat hears
 * the spectators only. Every node moves its own connections.
 */
function moveChatWithSeats(io: Io, gameId: GameId, { seats, status }: GameState): void {
  const seated = seats.flatMap(({ player }) => (player === null ? [] : [playerChatRoom(gameId, player.id)]));
  const [players, spectators] = [chatRoom(gameId, 'players'), chatRoom(gameId, 'watchers')];
  const left = io.local.in(players).except(seated);
  left.socketsJoin(spectators);
  left.socketsLeave(players);
  if (seated.length === 0) return; // to no room would be to all
  const here = io.local.in(seated);
  here.socketsJoin(players);
  if (status === 'over') here.socketsJoin(spectators);
  else here.socketsLeave(spectators);
}

/** Those of these rooms that anybody here is in: a message to nobody is encoded all the same. */
const withMembers = (io: Io, rooms: readonly string[]): string[] =>
  rooms.filter((room) => io.sockets.adapter.rooms.has(room));

export const createLobbyBroadcasts = (io: Io, slices: Slices): LobbyBroadcasts & PairingBroadcasts => ({
  changed(change, others, changeFor) {
    const rooms = new Map([...others].map((player) => [playerLobbyRoom(player), player]));
    const here = withMembers(io, [...rooms.keys()]);
    slices.broadcast(LOBBY_ROOM, (to) => void to.except(here).emit('lobby:changed', change));
    for (const room of here) {
      const player = rooms.get(room);
      if (player !== undefined) io.local.to(room).emit('lobby:changed', changeFor(player));
    }
  },
  featured: (filter, version, featured) =>
    slices.broadcast(featuredRoom(filter), (to) => void to.emit('featured:changed', { filter, version, featured })),
  ownGame(players, row) {
    const here = withMembers(io, players.map(playerLobbyRoom));
    if (here.length > 0) io.local.to(here).emit('lobby:own', { row });
  },
  invitation(players, row) {
    const here = withMembers(io, players.map(playerRoom));
    if (here.length > 0) io.local.to(here).emit('invitation:changed', { row });
  },
  answered: (host, answer) => void io.local.to(playerRoom(host)).emit('invitation:answered', answer),
  seek: (player, seek, end) =>
    void io.local.to(playerRoom(player)).emit('pairing:seek', { seek, ...(end !== undefined && { end }) }),
  paired: (players, gameId) => void io.local.to(players.map(playerRoom)).emit('pairing:paired', { gameId }),
});

export const broadcastPresence = (slices: Slices, gameId: GameId, presence: Presence): void =>
  slices.broadcast(gameRoom(gameId), (to) => void to.emit('game:presence', { gameId, presence }));

export const broadcastRatings = (slices: Slices, rated: RatedGame): void =>
  slices.broadcast(gameRoom(rated.gameId), (to) => void to.emit('game:rated', rated));

/** Tells this node's connections to go to another one. */
export const broadcastStopping = (io: Io, spreadMs: number): void =>
  void io.local.emit('server:stopping', { spreadMs });

/** Sends a message to all in its room but those who have blocked its sender, in whichever tab. */
export const broadcastChat = (slices: Slices, { gameId, message, blockers }: SentMessage): void =>
  slices.broadcast(
    chatRoom(gameId, message.room),
    (to) => void to.except(blockers.map(playerRoom)).emit('chat:said', { gameId, message }),
  );

import { changesPlayers, type GameState } from '@terrace/game';
import type { GameId, Presence, RatedGame } from '@terrace/protocol';
import type { SentMessage } from '../chat/chat.ts';
import type { Committed } from '../game-service/service.ts';
import type { InboxBroadcasts } from '../inbox/inbox.ts';
import type { LobbyBroadcasts } from '../lobby/lobby.ts';
import type { PairingBroadcasts } from '../lobby/seeks.ts';
import {
  chatRoom,
  featuredRoom,
  gameRoom,
  inboxRoom,
  LOBBY_ROOM,
  playerChatRoom,
  playerLobbyRoom,
  playerRoom,
} from './rooms.ts';
import type { Io } from './server.ts';
import type { Slices } from './slices.ts';

type EventServices = {
  readonly io: Io;
  readonly slices: Slices;
  readonly now: () => number;
};

/** Broadcasts a commit to the game's room on this node. Other nodes receive the commit themselves. */
export function createEventBroadcast({ io, slices, now }: EventServices): (committed: Committed) => void {
  return ({ gameId, events, state, answeredTo }) => {
    if (changesPlayers(events)) updateChatRooms(io, gameId, state);
    const message = () => ({ gameId, events: [...events], now: now() });
    slices.broadcast(gameRoom(gameId), (to) => void to.emit('game:events', message()), {
      alone: (socket) => void socket.emit('game:events', message()),
      first: () => state.seats.flatMap(({ player }) => (player === null ? [] : [playerRoom(player.id)])),
      except: answeredTo,
    });
  };
}

/** Seated players leave the spectators' chat until the game ends; former players join it. */
function updateChatRooms(io: Io, gameId: GameId, { seats, status }: GameState): void {
  const seated = seats.flatMap(({ player }) => (player === null ? [] : [playerChatRoom(gameId, player.id)]));
  const [players, spectators] = [chatRoom(gameId, 'players'), chatRoom(gameId, 'watchers')];
  const left = io.local.in(players).except(seated);
  left.socketsJoin(spectators);
  left.socketsLeave(players);
  if (seated.length === 0) return; // without a room the call would apply to all connections
  const here = io.local.in(seated);
  here.socketsJoin(players);
  if (status === 'over') here.socketsJoin(spectators);
  else here.socketsLeave(spectators);
}

/** Omits empty rooms, because a message without recipients would still be encoded. */
const nonEmptyRooms = (io: Io, rooms: readonly string[]): string[] =>
  rooms.filter((room) => io.sockets.adapter.rooms.has(room));

export const createLobbyBroadcasts = (io: Io, slices: Slices): LobbyBroadcasts & PairingBroadcasts => ({
  changed(change, others, changeFor) {
    const rooms = new Map([...others].map((player) => [playerLobbyRoom(player), player]));
    const here = nonEmptyRooms(io, [...rooms.keys()]);
    slices.broadcast(LOBBY_ROOM, (to) => void to.except(here).emit('lobby:changed', change));
    for (const room of here) {
      const player = rooms.get(room);
      if (player !== undefined) io.local.to(room).emit('lobby:changed', changeFor(player));
    }
  },
  featured: (filter, version, featured) =>
    slices.broadcast(featuredRoom(filter), (to) => void to.emit('featured:changed', { filter, version, featured })),
  ownGame(players, row) {
    const here = nonEmptyRooms(io, players.map(playerLobbyRoom));
    if (here.length > 0) io.local.to(here).emit('lobby:own', { row });
  },
  invitation(players, row) {
    const here = nonEmptyRooms(io, players.map(playerRoom));
    if (here.length > 0) io.local.to(here).emit('invitation:changed', { row });
  },
  invitationAnswered: (host, answer) => void io.local.to(playerRoom(host)).emit('invitation:answered', answer),
  seek: (player, seek, end) =>
    void io.local.to(playerRoom(player)).emit('pairing:seek', { seek, ...(end !== undefined && { end }) }),
  paired: (players, gameId) => void io.local.to(players.map(playerRoom)).emit('pairing:paired', { gameId }),
});

export const createInboxBroadcasts = (io: Io): InboxBroadcasts => ({
  turns: (player, turns) => void io.local.to(playerRoom(player)).emit('inbox:turns', { turns }),
  isWatched: (player) => io.sockets.adapter.rooms.has(inboxRoom(player)),
  changed: (player, change) => void io.local.to(inboxRoom(player)).emit('inbox:changed', change),
});

export const broadcastPresence = (slices: Slices, gameId: GameId, presence: Presence): void =>
  slices.broadcast(gameRoom(gameId), (to) => void to.emit('game:presence', { gameId, presence }));

export const broadcastRatings = (slices: Slices, rated: RatedGame): void =>
  slices.broadcast(gameRoom(rated.gameId), (to) => void to.emit('game:rated', rated));

export const broadcastStopping = (io: Io, spreadMs: number): void =>
  void io.local.emit('server:stopping', { spreadMs });

/** Sends a message to its room, except to players who have blocked the sender. */
export const broadcastChat = (slices: Slices, { gameId, message, blockers }: SentMessage): void =>
  slices.broadcast(
    chatRoom(gameId, message.room),
    (to) => void to.except(blockers.map(playerRoom)).emit('chat:said', { gameId, message }),
  );

import type { PlayerId } from '@terrace/protocol';
import { ok } from '@terrace/rules';
import type { Follows } from '../accounts/follows.ts';
import type { GameQueries } from '../game-service/games.ports.ts';
import type { Lobby } from '../lobby/lobby.ts';
import type { PairingPool } from '../lobby/pairing-pool.ts';
import type { OnlinePlayers } from '../presence/online-players.ts';
import type { SocketRequests } from './request.ts';
import { featuredRoom, isFeaturedRoom, LOBBY_ROOM, playerLobbyRoom } from './rooms.ts';

type Dependencies = {
  readonly lobby: Lobby;
  readonly liveGamesOf: GameQueries['publicLiveGamesOf'];
  readonly online: OnlinePlayers;
  readonly pool: PairingPool;
  readonly follows: Pick<Follows, 'visibleFollowed'>;
};

const NO_PLAYERS: ReadonlySet<PlayerId> = new Set();

export const createLobbyRequests = ({ lobby, liveGamesOf, online, pool, follows }: Dependencies) =>
  ({
    'lobby:watch': {
      scope: 'read',
      lane: 'lobby',
      aboveLimit: 'reject',
      async handler({ known }, { actor, socket }) {
        // Joined before reading, so that no change is missed.
        await socket.join(actor === null ? LOBBY_ROOM : [LOBBY_ROOM, playerLobbyRoom(actor.player.id)]);
        return ok(await lobby.catchUp(actor?.player.id, known));
      },
    },

    'lobby:unwatch': {
      scope: 'read',
      lane: 'lobby',
      aboveLimit: 'answer',
      async handler(_, { actor, socket }) {
        await socket.leave(LOBBY_ROOM);
        if (actor !== null) await socket.leave(playerLobbyRoom(actor.player.id));
        return ok({});
      },
    },

    'lobby:more': {
      scope: 'read',
      lane: 'lobby',
      aboveLimit: 'reject',
      handler: async ({ below }) => ok(lobby.more(below)),
    },

    'featured:watch': {
      scope: 'read',
      lane: 'lobby',
      aboveLimit: 'reject',
      async handler({ filter }, { socket }) {
        for (const room of socket.rooms) if (isFeaturedRoom(room)) await socket.leave(room);
        if (filter !== null) await socket.join(featuredRoom(filter));
        const subscription = await lobby.subscribe(socket, filter);
        if (!socket.connected) lobby.unsubscribe(socket); // closed while joining, before it was subscribed
        return ok(subscription);
      },
    },

    'invitations:list': {
      scope: 'read',
      lane: 'lists',
      aboveLimit: 'reject',
      handler: async (_, { actor }) => ok({ rows: actor === null ? [] : lobby.tables.invitationsOf(actor.player.id) }),
    },

    'online:list': {
      scope: 'read',
      lane: 'lists',
      aboveLimit: 'reject',
      async handler({ search }, { actor }) {
        const followed = actor === null || actor.guest ? NO_PLAYERS : await follows.visibleFollowed(actor.player.id);
        const found = await online.list(search, followed);
        const games = await liveGamesOf(found.map(({ player }) => player.id));
        const players = found.map(({ player, guest }) => {
          const gameId = games.find((game) => game.seats.some((seat) => seat.player?.id === player.id))?.id ?? null;
          return { player, guest, playing: gameId !== null, gameId, followed: followed.has(player.id) };
        });
        return ok({ players, count: online.count });
      },
    },

    'pairing:join': {
      scope: 'play',
      lane: 'pairing',
      aboveLimit: 'reject',
      handler: (seek, { actor, address, socket }) => pool.join(actor.player, socket, seek, address),
    },

    'pairing:resume': {
      scope: 'play',
      lane: 'pairing',
      aboveLimit: 'reject',
      handler: ({ wanted }, { actor, address, socket }) => pool.resume(actor.player, socket, wanted, address),
    },

    'pairing:accept': {
      scope: 'play',
      lane: 'pairing',
      aboveLimit: 'reject',
      handler: ({ player, game }, { actor, address }) => pool.accept(actor.player, player, game, address),
    },

    'pairing:leave': {
      scope: 'play',
      lane: 'pairing',
      aboveLimit: 'answer',
      handler: async (_, { actor }) => {
        pool.leave(actor.player.id);
        return ok({});
      },
    },
  }) satisfies Partial<SocketRequests>;

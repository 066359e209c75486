import type { PlayerId } from '@terrace/protocol';
import { ok } from '@terrace/rules';
import type { Follows } from '../accounts/follows.ts';
import type { LobbyServices } from '../lobby/services.ts';
import { type Handlers, withPlayer } from './dispatch.ts';
import { featuredRoom, isFeaturedRoom, LOBBY_ROOM, playerLobbyRoom } from './rooms.ts';

type LobbyRequest =
  | 'lobby:watch'
  | 'lobby:unwatch'
  | 'lobby:more'
  | 'featured:watch'
  | 'invitations:list'
  | 'online:list'
  | 'pairing:join'
  | 'pairing:resume'
  | 'pairing:accept'
  | 'pairing:leave';

const NOBODY: ReadonlySet<PlayerId> = new Set();

/** Requests of the lobby and of quick pairing. */
export const createLobbyHandlers = (
  { lobby, online, pool }: LobbyServices,
  follows: Pick<Follows, 'seenBy'>,
): Handlers<LobbyRequest> => ({
  async 'lobby:watch'({ known }, { actor, socket }) {
    // Joined before reading, so that no change is missed in between.
    await socket.join(actor === null ? LOBBY_ROOM : [LOBBY_ROOM, playerLobbyRoom(actor.player.id)]);
    return ok(await lobby.catchUp(actor?.player.id, known));
  },

  async 'lobby:unwatch'(_, { actor, socket }) {
    await socket.leave(LOBBY_ROOM);
    if (actor !== null) await socket.leave(playerLobbyRoom(actor.player.id));
    return ok({});
  },

  'lobby:more': async ({ below }) => ok(lobby.more(below)),

  async 'featured:watch'({ filter }, { socket }) {
    for (const room of socket.rooms) if (isFeaturedRoom(room)) await socket.leave(room);
    if (filter !== null) await socket.join(featuredRoom(filter));
    const subscription = lobby.subscribe(socket, filter);
    if (!socket.connected) lobby.unsubscribe(socket); // it closed while it joined, before it was subscribed
    return ok(subscription);
  },

  'invitations:list': async (_, { actor }) =>
    ok({ rows: actor === null ? [] : lobby.tables.invitationsOf(actor.player.id) }),

  async 'online:list'({ search }, { actor }) {
    const followed = actor === null || actor.guest ? NOBODY : await follows.seenBy(actor.player.id);
    const players = online.list(search, followed).map(({ player, guest }) => {
      const gameId = lobby.live.gameOf(player.id) ?? null;
      return { player, guest, playing: gameId !== null, gameId, followed: followed.has(player.id) };
    });
    return ok({ players, count: online.count });
  },

  'pairing:join': withPlayer((seek, { actor, address, socket }) => pool.join(actor.player, socket, seek, address)),

  'pairing:resume': withPlayer(({ wanted }, { actor, address, socket }) =>
    pool.resume(actor.player, socket, wanted, address),
  ),
  'pairing:accept': withPlayer(({ player, game }, { actor, address }) =>
    pool.accept(actor.player, player, game, address),
  ),
  'pairing:leave': withPlayer(async (_, { actor }) => {
    pool.leave(actor.player.id);
    return ok({});
  }),
});

import { requests } from '@terrace/protocol';
import { err, ok } from '@terrace/rules';
import type { LobbyServices } from '../lobby/services.ts';
import { LOBBY_ROOM, liveRoom, playerLobbyRoom } from './broadcast.ts';
import { defineHandler } from './dispatch.ts';

/** What people in the lobby ask for, and who waits there. */
export const createLobbyHandlers = ({ lobby, online, pool }: LobbyServices) => ({
  'lobby:watch': defineHandler(requests['lobby:watch'], async ({ known }, { actor, socket }) => {
    await socket.join(actor === null ? LOBBY_ROOM : [LOBBY_ROOM, playerLobbyRoom(actor.player.id)]); // before reading: nothing falls between
    return ok(await lobby.catchUp(actor?.player.id, known));
  }),

  'lobby:unwatch': defineHandler(requests['lobby:unwatch'], async (_, { actor, socket }) => {
    await socket.leave(LOBBY_ROOM);
    if (actor !== null) await socket.leave(playerLobbyRoom(actor.player.id));
    return ok({});
  }),

  'lobby:more': defineHandler(requests['lobby:more'], async ({ below }) => ok(lobby.more(below))),

  'featured:watch': defineHandler(requests['featured:watch'], async ({ filter }, { socket }) => {
    for (const room of socket.rooms) if (room.startsWith('live:')) await socket.leave(room);
    if (filter !== null) await socket.join(liveRoom(filter));
    const followed = lobby.follow(socket, filter);
    if (!socket.connected) lobby.unfollow(socket); // it went while it joined, and nobody would see it go
    return ok(followed);
  }),

  'invitations:list': defineHandler(requests['invitations:list'], async (_, { actor }) =>
    ok({ rows: actor === null ? [] : lobby.tables.keptFor(actor.player.id) }),
  ),

  'online:list': defineHandler(requests['online:list'], async ({ search }) => {
    const players = online.list(search).map((player) => ({ player, playing: lobby.live.isPlaying(player.id) }));
    return ok({ players, count: online.count });
  }),

  'pairing:join': defineHandler(requests['pairing:join'], async (wish, { actor, socket }) =>
    actor === null ? err({ code: 'no-session' }) : pool.join(actor.player, socket, wish),
  ),

  'pairing:leave': defineHandler(requests['pairing:leave'], async (_, { actor }) => {
    if (actor === null) return err({ code: 'no-session' });
    pool.leave(actor.player.id);
    return ok({});
  }),
});

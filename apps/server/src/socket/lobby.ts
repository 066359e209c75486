import { requests } from '@terrace/protocol';
import { ok } from '@terrace/rules';
import type { Lobby } from '../lobby/lobby.ts';
import { LOBBY, lobbyOf } from './broadcast.ts';
import { route } from './serve.ts';

/** What people in the lobby ask for. */
export const lobbyRoutes = (lobby: Lobby) => ({
  'lobby:watch': route(requests['lobby:watch'], async (_, { actor, socket }) => {
    await socket.join(actor === null ? LOBBY : [LOBBY, lobbyOf(actor.player.id)]); // before reading: nothing falls between
    return ok(await lobby.view(actor?.player.id));
  }),

  'lobby:unwatch': route(requests['lobby:unwatch'], async (_, { actor, socket }) => {
    await socket.leave(LOBBY);
    if (actor !== null) await socket.leave(lobbyOf(actor.player.id));
    return ok({});
  }),
});

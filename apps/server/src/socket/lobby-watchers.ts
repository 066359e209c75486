import { z } from 'zod';
import { createListeners } from '../runtime/listeners.ts';
import type { SharedState } from '../runtime/nodes.ports.ts';
import { isFeaturedRoom, LOBBY_ROOM } from './rooms.ts';
import type { Io } from './server.ts';

/** The map's only key, because each node has at most one entry. */
const ONLY_KEY = '';

/** Shares with other nodes whether this node has watchers of the lobby or of featured games. */
export function shareLobbyWatchers(
  adapter: Pick<Io['sockets']['adapter'], 'on'>,
  state: Pick<SharedState, 'map'>,
  reportError: (error: unknown) => void,
) {
  const watchers = state.map('lobby-watchers', z.object({}));
  const lobby = createListeners<[isWatched: boolean]>(reportError);
  const rooms = new Set<string>(); // non-empty rooms
  adapter.on('create-room', (room: string) => {
    if (room !== LOBBY_ROOM && !isFeaturedRoom(room)) return;
    rooms.add(room);
    watchers.set(ONLY_KEY, {});
    if (room === LOBBY_ROOM) lobby.call(true);
  });
  adapter.on('delete-room', (room: string) => {
    if (rooms.delete(room) && rooms.size === 0) watchers.delete(ONLY_KEY);
    if (room === LOBBY_ROOM) lobby.call(false);
  });
  return {
    /** Calls `listener` when the first client of this node watches the lobby, and after the last one has left. */
    onLobby: lobby.add,
    any: (): boolean => watchers.get(ONLY_KEY).size > 0,
  };
}

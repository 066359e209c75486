import { z } from 'zod';
import type { SharedState } from '../runtime/nodes.ports.ts';
import { isFeaturedRoom, LOBBY_ROOM } from './rooms.ts';
import type { Io } from './server.ts';

/** The only key of the map: each node has at most one entry. */
const ANY = '';

/** Tells the other nodes whether anybody at this one looks at the lobby or at featured games. */
export function shareLobbyWatchers(adapter: Pick<Io['sockets']['adapter'], 'on'>, state: Pick<SharedState, 'map'>) {
  const watchers = state.map('lobby-watchers', z.object({}));
  const rooms = new Set<string>(); // a room is there as long as anybody is in it
  adapter.on('create-room', (room: string) => {
    if (room !== LOBBY_ROOM && !isFeaturedRoom(room)) return;
    rooms.add(room);
    watchers.set(ANY, {});
  });
  adapter.on('delete-room', (room: string) => {
    if (rooms.delete(room) && rooms.size === 0) watchers.delete(ANY);
  });
  return {
    /** Whether anybody does, at any node. */
    any: (): boolean => watchers.get(ANY).size > 0,
  };
}

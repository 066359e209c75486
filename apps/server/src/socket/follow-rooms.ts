import type { GameId, PlayerId } from '@terrace/protocol';
import type { Following } from '../runtime/nodes.ports.ts';
import { gameOfRoom, playerOfRoom } from './rooms.ts';
import type { Io } from './server.ts';

type Dependencies = {
  readonly games: Pick<Following<GameId>, 'follow' | 'unfollow'>;
  readonly players: Pick<Following<PlayerId>, 'follow' | 'unfollow'>;
};

/** Follows the games and players that have connections on this node: each room follows until its last member leaves. */
export function followRooms(adapter: Pick<Io['sockets']['adapter'], 'on'>, { games, players }: Dependencies): void {
  adapter.on('create-room', (room: string) => {
    const [game, player] = [gameOfRoom(room), playerOfRoom(room)];
    if (game !== undefined) void games.follow(game, room);
    if (player !== undefined) void players.follow(player, room);
  });
  adapter.on('delete-room', (room: string) => {
    const [game, player] = [gameOfRoom(room), playerOfRoom(room)];
    if (game !== undefined) games.unfollow(game, room);
    if (player !== undefined) players.unfollow(player, room);
  });
}

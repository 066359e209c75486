import { GameId, Player, PlayerId } from '@terrace/protocol';
import { z } from 'zod';
import type { KeyChange, NodeId, SharedState } from '../runtime/nodes.ports.ts';
import { createMultimap } from './multimap.ts';

/** A socket, a stream or any other object, compared by identity. */
export type Connection = object;

type LocalConnections = {
  readonly connections: Map<Connection, PlayerId | null>;
  readonly tabs: Map<PlayerId, number>;
  anonymous: number;
};

export type GameConnections = ReturnType<typeof createGameConnections>;

/** Connections to games on all nodes. Players count once with any number of tabs, anonymous connections one each. */
export function createGameConnections(state: Pick<SharedState, 'groups' | 'map'>) {
  const players = state.groups('game-players', Player);
  const anonymous = state.map('anonymous-spectators', z.object({ count: z.int().positive() }));
  const followers = state.map('game-followers', z.object({}));
  const games = new Map<GameId, LocalConnections>();
  const gamesOf = createMultimap<Connection, GameId>();
  const streams = createMultimap<PlayerId, Connection>();

  function setAnonymous(gameId: GameId, count: number): void {
    if (count > 0) anonymous.set(gameId, { count });
    else anonymous.delete(gameId);
  }

  function addPlayer(gameId: GameId, { tabs }: LocalConnections, player: Player): void {
    tabs.set(player.id, (tabs.get(player.id) ?? 0) + 1);
    players.set(gameId, player.id, player);
  }

  function removePlayer(gameId: GameId, { tabs }: LocalConnections, player: PlayerId): void {
    const left = (tabs.get(player) ?? 0) - 1;
    if (left > 0) {
      tabs.set(player, left);
      return;
    }
    tabs.delete(player);
    players.delete(gameId, player);
  }

  return {
    add(gameId: GameId, connection: Connection, player: Player | null): void {
      const here = games.get(gameId) ?? { connections: new Map(), tabs: new Map(), anonymous: 0 };
      games.set(gameId, here);
      if (here.connections.has(connection)) return;
      here.connections.set(connection, player?.id ?? null);
      gamesOf.add(connection, gameId);
      if (player !== null) addPlayer(gameId, here, player);
      else setAnonymous(gameId, ++here.anonymous);
    },

    remove(gameId: GameId, connection: Connection): void {
      const here = games.get(gameId);
      const player = here?.connections.get(connection);
      if (here === undefined || player === undefined) return;
      here.connections.delete(connection);
      gamesOf.delete(connection, gameId);
      if (here.connections.size === 0) games.delete(gameId);
      if (player !== null) removePlayer(gameId, here, player);
      else setAnonymous(gameId, --here.anonymous);
    },

    /** Adds a stream on this node that delivers all of the player's games. */
    follow(stream: Connection, player: PlayerId): void {
      streams.add(player, stream);
      followers.set(player, {});
    },

    unfollow(stream: Connection, player: PlayerId): void {
      streams.delete(player, stream);
      if (!streams.has(player)) followers.delete(player);
    },

    gamesOf: (connection: Connection): readonly GameId[] => [...gamesOf.get(connection)],
    isHere: (gameId: GameId): boolean => games.has(gameId),

    isAt: (gameId: GameId, player: PlayerId): boolean => players.get(gameId, player).size > 0,
    nodesOf: (gameId: GameId, player: PlayerId): readonly NodeId[] => [...players.get(gameId, player).keys()],
    isFollowing: (player: PlayerId): boolean => followers.get(player).size > 0,

    count(gameId: GameId): number {
      let count = players.size(gameId);
      for (const here of anonymous.get(gameId).values()) count += here.count;
      return count;
    },

    *players(gameId: GameId): IterableIterator<Player> {
      for (const [, player] of players.entries(gameId)) yield player;
    },

    /** Calls `listener` when a game's connections change. `player` is undefined for anonymous connections. */
    onChange(listener: (gameId: GameId, change: KeyChange, player?: PlayerId) => void): void {
      players.onChange((game, player, change) => listener(GameId.parse(game), change, PlayerId.parse(player)));
      anonymous.onChange((game, change) => listener(GameId.parse(game), change));
    },

    onFollowing(listener: (player: PlayerId, change: KeyChange) => void): void {
      followers.onChange((player, change) => listener(PlayerId.parse(player), change));
    },
  };
}

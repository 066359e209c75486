import { type GameState, sideOf } from '@terrace/game';
import { type GameId, isComputer, type PlayerId, type Presence, SECOND_MS } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { LRUCache } from 'lru-cache';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { GameConnections } from './game-connections.ts';
import { createDisconnects, graceOf } from './grace.ts';

/** Seated players of whom it is remembered when they were last there, and players who have followed their games. */
const MAX_REMEMBERED = 50_000;

/** Who is back within so long has moved, to another page or another node, and was not disconnected, in ms. */
const MOVE_MS = 5 * SECOND_MS;

type Absent = { readonly side: Side; readonly id: PlayerId };

type Dependencies = {
  readonly cluster: Pick<Cluster, 'isFullyConnected' | 'onFullyConnected'>;
  readonly connections: GameConnections;
  readonly stateOf: (gameId: GameId) => GameState | undefined;
  readonly gamesOf: (player: PlayerId) => Iterable<GameId>;
  readonly now: () => number;
};

/** Who is away from their game, since when, and from when on others may claim it. */
export function createAbsences({ cluster, connections, stateOf, gamesOf, now }: Dependencies) {
  /** Until when a player is or was at a game, by both; and until when they followed all of their games. In ms since 1970. */
  const presentUntil = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  const followedUntil = new LRUCache<PlayerId, number>({ max: MAX_REMEMBERED });
  const disconnects = createDisconnects();
  let [isFullyConnected, connectedSince] = [true, 0];

  const keyOf = (gameId: GameId, player: PlayerId): string => `${gameId}/${player}`;

  function markPresent(gameId: GameId, player: PlayerId, until: number): void {
    const key = keyOf(gameId, player);
    presentUntil.set(key, Math.max(until, presentUntil.get(key) ?? 0));
  }

  /** People who sit in a game and have no connection to it at any node. */
  function unconnected(gameId: GameId, { seats }: GameState): readonly Absent[] {
    return seats.flatMap(({ side, player }) => {
      const isThere =
        player === null ||
        isComputer(player) ||
        connections.isAt(gameId, player.id) ||
        connections.isFollowing(player.id);
      return isThere ? [] : [{ side, id: player.id }];
    });
  }

  /** Until when a player without a connection was seen. Who never was counts as away from now on. */
  function lastSeen(gameId: GameId, id: PlayerId): number {
    const seen = presentUntil.get(keyOf(gameId, id));
    if (seen === undefined) markPresent(gameId, id, now());
    return Math.max(seen ?? now(), followedUntil.get(id) ?? 0);
  }

  connections.onChange((gameId, change, player) => {
    if (player === undefined) return;
    const left = presentUntil.get(keyOf(gameId, player));
    if (change === 'added' && left !== undefined && now() - left < MOVE_MS) disconnects.remove(player, left);
    if (change !== 'removed') return;
    const state = stateOf(gameId);
    if (state !== undefined && sideOf(state, player) === undefined) return; // a spectator
    presentUntil.set(keyOf(gameId, player), now()); // whoever leaves is gone, whatever they asked a moment before
    if (state?.status === 'live' && !connections.isFollowing(player)) disconnects.add(player, now());
  });

  connections.onFollowing((player, change) => {
    const left = followedUntil.get(player);
    if (change === 'added' && left !== undefined && now() - left < MOVE_MS) disconnects.remove(player, left);
    if (change !== 'removed') return;
    followedUntil.set(player, now());
    for (const gameId of gamesOf(player)) {
      if (stateOf(gameId)?.status === 'live' && !connections.isAt(gameId, player)) disconnects.add(player, now());
    }
  });

  cluster.onFullyConnected((connected) => {
    isFullyConnected = connected;
    if (connected) connectedSince = now();
  });

  function away(gameId: GameId, state: GameState): Presence['away'] {
    if (state.status === 'open' || !isFullyConnected) return [];
    return unconnected(gameId, state).flatMap(({ side, id }) => {
      const seen = lastSeen(gameId, id);
      if (seen > now()) return [];
      const since = Math.max(seen, connectedSince);
      return [{ side, since, claimableAt: since + graceOf(disconnects, id, state, now()) }];
    });
  }

  return {
    /**
     * Since when a player of a live game has been away, at all nodes, in ms since 1970: the one who has been away longest. Null when
     * none is, and undefined while nodes are disconnected from each other.
     */
    awaySince(gameId: GameId, state: GameState): number | null | undefined {
      if (!isFullyConnected) return undefined;
      const instants = away(gameId, state).map(({ since }) => since);
      return instants.length === 0 ? null : Math.min(...instants);
    },

    /** Says until when a player is at a game without a connection. */
    markPresent,

    /** Counts those of a live game of whom nothing was seen as away from now on, at its start whoever is not there. */
    markAbsent(gameId: GameId, state: GameState, isStart: boolean): void {
      if (state.status !== 'live') return;
      for (const { id } of unconnected(gameId, state)) {
        if (isStart) markPresent(gameId, id, now());
        else lastSeen(gameId, id);
      }
    },

    /** Sides whose players are away, also after the end. While nodes cannot hear each other nobody is, and after that not before. */
    away,

    /** Sides whose players have been away for longer than their grace period; none in correspondence and without a clock. */
    claimable(gameId: GameId, state: GameState): readonly Side[] {
      if (state.status !== 'live' || state.settings.time?.kind !== 'clock' || !cluster.isFullyConnected()) return [];
      return away(gameId, state).flatMap(({ side, claimableAt }) => (claimableAt <= now() ? [side] : []));
    },
  };
}

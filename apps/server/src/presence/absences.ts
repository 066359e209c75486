import { type GameState, sideOf } from '@terrace/game';
import { type GameId, isComputer, type PlayerId, type Presence, SECOND_MS } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { LRUCache } from 'lru-cache';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { GameConnections } from './game-connections.ts';
import { createDisconnects, graceOf } from './grace.ts';

const MAX_REMEMBERED = 50_000;

/** A player back within this time was changing pages or nodes, not disconnected. */
const MOVE_MS = 5 * SECOND_MS;

type Absent = { readonly side: Side; readonly id: PlayerId };

type Dependencies = {
  readonly cluster: Pick<Cluster, 'isFullyConnected' | 'onFullyConnected'>;
  readonly connections: GameConnections;
  readonly stateOf: (gameId: GameId) => GameState | undefined;
  readonly gamesOf: (player: PlayerId) => Iterable<GameId>;
  readonly now: () => number;
};

/** Players absent from their games: since when, and when the other players may claim a win. */
export function createAbsences({ cluster, connections, stateOf, gamesOf, now }: Dependencies) {
  /** When players were last at a game, and when their streams of all games ended. In ms since 1970. */
  const presentUntil = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  const followedUntil = new LRUCache<PlayerId, number>({ max: MAX_REMEMBERED });
  const disconnects = createDisconnects();
  let [isFullyConnected, connectedSince] = [true, 0];

  const keyOf = (gameId: GameId, player: PlayerId): string => `${gameId}/${player}`;

  function markPresent(gameId: GameId, player: PlayerId, until: number): void {
    const key = keyOf(gameId, player);
    presentUntil.set(key, Math.max(until, presentUntil.get(key) ?? 0));
  }

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

  /** When a player without a connection was last present. An unknown player counts as absent from now on. */
  function lastPresentAt(gameId: GameId, id: PlayerId): number {
    const lastPresent = presentUntil.get(keyOf(gameId, id));
    if (lastPresent === undefined) markPresent(gameId, id, now());
    return Math.max(lastPresent ?? now(), followedUntil.get(id) ?? 0);
  }

  connections.onChange((gameId, change, player) => {
    if (player === undefined) return;
    const left = presentUntil.get(keyOf(gameId, player));
    if (change === 'added' && left !== undefined && now() - left < MOVE_MS) disconnects.remove(player, left);
    if (change !== 'removed') return;
    const state = stateOf(gameId);
    if (state !== undefined && sideOf(state, player) === undefined) return;
    presentUntil.set(keyOf(gameId, player), now()); // leaving overrides recent HTTP activity
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
      const lastPresent = lastPresentAt(gameId, id);
      if (lastPresent > now()) return [];
      const since = Math.max(lastPresent, connectedSince);
      return [{ side, since, claimableAt: since + graceOf(disconnects, id, state, now()) }];
    });
  }

  return {
    /**
     * When the longest absent player left, in ms since 1970. Null if all are present, undefined while nodes are split.
     */
    awaySince(gameId: GameId, state: GameState): number | null | undefined {
      if (!isFullyConnected) return undefined;
      const instants = away(gameId, state).map(({ since }) => since);
      return instants.length === 0 ? null : Math.min(...instants);
    },

    markPresent,

    /** Starts the absence of players who were never present, and at the start of a game of all who are missing. */
    markAbsent(gameId: GameId, state: GameState, isStart: boolean): void {
      if (state.status !== 'live') return;
      for (const { id } of unconnected(gameId, state)) {
        if (isStart) markPresent(gameId, id, now());
        else lastPresentAt(gameId, id);
      }
    },

    /** Sides of absent players, even after the end. Empty while nodes are disconnected; absences restart after that. */
    away,

    /** Sides absent for longer than their grace period. Empty in correspondence games and without a clock. */
    claimable(gameId: GameId, state: GameState): readonly Side[] {
      if (state.status !== 'live' || state.settings.time?.kind !== 'clock' || !cluster.isFullyConnected()) return [];
      return away(gameId, state).flatMap(({ side, claimableAt }) => (claimableAt <= now() ? [side] : []));
    },
  };
}

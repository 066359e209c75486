import { type GameState, sideOf } from '@terrace/game';
import { type GameId, isComputer, type PlayerId, type Presence, SECOND_MS } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { LRUCache } from 'lru-cache';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { GameConnections, Seen } from './game-connections.ts';
import { createDisconnects, graceOf } from './grace.ts';

const MAX_REMEMBERED = 50_000;

/** A player back within this time was changing pages or nodes, not disconnected. */
const MOVE_MS = 5 * SECOND_MS;

type Absent = { readonly side: Side; readonly id: PlayerId };

type Dependencies = {
  readonly cluster: Pick<Cluster, 'isFullyConnected' | 'onFullyConnected'>;
  readonly connections: GameConnections;
  readonly stateOf: (gameId: GameId) => GameState | undefined;
  readonly now: () => number;
};

/** Until when a player was at a game, in ms since 1970. `isAssumed` when the player was absent before this node knew. */
type LastPresent = { readonly until: number; readonly isAssumed: boolean };

/** Players absent from their games: since when, and when the other players may claim a win. */
export function createAbsences({ cluster, connections, stateOf, now }: Dependencies) {
  const presentUntil = new LRUCache<string, LastPresent>({ max: MAX_REMEMBERED });
  const disconnects = createDisconnects();
  let [isFullyConnected, connectedSince] = [true, 0];

  const keyOf = (gameId: GameId, player: PlayerId): string => `${gameId}/${player}`;

  function markPresent(gameId: GameId, player: PlayerId, until: number): void {
    const key = keyOf(gameId, player);
    const known = presentUntil.get(key);
    const latest = known === undefined || known.isAssumed ? until : Math.max(until, known.until);
    presentUntil.set(key, { until: latest, isAssumed: false });
  }

  const unconnected = (gameId: GameId, { seats }: GameState): readonly Absent[] =>
    seats.flatMap(({ side, player }) =>
      player === null || isComputer(player) || connections.isAt(gameId, player.id) ? [] : [{ side, id: player.id }],
    );

  /** When a player without a connection was last present. An unknown player counts as absent from now on. */
  function lastPresentAt(gameId: GameId, id: PlayerId): number {
    const known = presentUntil.get(keyOf(gameId, id));
    if (known !== undefined) return known.until;
    presentUntil.set(keyOf(gameId, id), { until: now(), isAssumed: true });
    return now();
  }

  connections.onChange((gameId, player) => {
    if (player === undefined) return;
    const left = presentUntil.get(keyOf(gameId, player))?.until;
    if (connections.isAt(gameId, player)) {
      if (left !== undefined && now() - left < MOVE_MS) disconnects.remove(player, left);
      return;
    }
    const state = stateOf(gameId);
    if (state !== undefined && sideOf(state, player) === undefined) return;
    presentUntil.set(keyOf(gameId, player), { until: now(), isAssumed: false }); // leaving overrides recent HTTP activity
    if (state?.status === 'live') disconnects.add(player, now());
  });

  connections.onSeen((gameId, seen) => {
    for (const [player, until] of seen) markPresent(gameId, player, until);
  });
  connections.tellSeen((gameId) => {
    const players = stateOf(gameId)?.seats.flatMap(({ player }) => player?.id ?? []) ?? [];
    return players.flatMap((player): Seen => {
      const known = presentUntil.get(keyOf(gameId, player));
      return known === undefined || known.isAssumed ? [] : [[player, known.until]];
    });
  });

  cluster.onFullyConnected((connected) => {
    isFullyConnected = connected;
    if (connected) connectedSince = now();
  });

  function away(gameId: GameId, state: GameState): Presence['away'] {
    if (state.status === 'open' || !isFullyConnected || !connections.isKnown(gameId)) return [];
    return unconnected(gameId, state).flatMap(({ side, id }) => {
      const lastPresent = lastPresentAt(gameId, id);
      if (lastPresent > now()) return [];
      const since = Math.max(lastPresent, connectedSince);
      return [{ side, since, claimableAt: since + graceOf(disconnects, id, state, now()) }];
    });
  }

  return {
    /**
     * When the longest absent player left, in ms since 1970. Null if all are present, undefined while that is unknown.
     */
    awaySince(gameId: GameId, state: GameState): number | null | undefined {
      if (!isFullyConnected || !connections.isKnown(gameId)) return undefined;
      const instants = away(gameId, state).map(({ since }) => since);
      return instants.length === 0 ? null : Math.min(...instants);
    },

    markPresent,

    /** Starts the absence of players who were never present, and at the start of a game of all who are missing. */
    markAbsent(gameId: GameId, state: GameState, isStart: boolean): void {
      if (state.status !== 'live' || !connections.isKnown(gameId)) return;
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

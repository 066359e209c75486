import { changesPlayers, type GameState, sideOf, startsGame } from '@terrace/game';
import type { GameId, Player, PlayerId, Presence } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { Committed, GameService } from '../game-service/service.ts';
import { createListeners } from '../runtime/listeners.ts';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import { createAbsences } from './absences.ts';
import type { Connection, GameConnections } from './game-connections.ts';
import { createMultimap } from './multimap.ts';
import { createRecentActivity } from './recent-activity.ts';

const MAX_NAMED_SPECTATORS = 8;

/** Changes are broadcast together, this long after the first, so that a burst makes one message. */
const BROADCAST_DELAY_MS = 250;

type Dependencies = {
  readonly service: GameService;
  readonly cluster: Pick<Cluster, 'state' | 'isFullyConnected' | 'onFullyConnected'>;
  readonly connections: GameConnections;
  readonly scheduler: Scheduler;
  readonly broadcast: (gameId: GameId, presence: Presence) => void;
  readonly reportError: (error: unknown) => void;
};

export type GamePresence = ReturnType<typeof createGamePresence>;

/** A socket, a stream, or an HTTP request in the last minute makes a player present, on any node. */
export function createGamePresence({ service, cluster, connections, scheduler, broadcast, reportError }: Dependencies) {
  const { now, after } = scheduler;
  const states = new Map<GameId, GameState>();
  const seated = createMultimap<PlayerId, GameId>();
  const timers = new Map<GameId, Cancel>();

  const stateOf = (gameId: GameId): GameState | undefined => states.get(gameId) ?? service.cachedState(gameId);
  const watched = createListeners<[gameId: GameId, watching: number]>(reportError);
  const activity = createRecentActivity({ state: cluster.state, scheduler });
  const absences = createAbsences({ cluster, connections, stateOf, gamesOf: seated.get, now });

  function setState(gameId: GameId, state: GameState | undefined): void {
    for (const { player } of states.get(gameId)?.seats ?? []) if (player !== null) seated.delete(player.id, gameId);
    for (const { player } of state?.seats ?? []) if (player !== null) seated.add(player.id, gameId);
    if (state === undefined) states.delete(gameId);
    else states.set(gameId, state);
  }

  function isSpectator({ seats }: GameState, player: PlayerId): boolean {
    return seats.every((seat) => seat.player?.id !== player);
  }

  function countSpectators(gameId: GameId, { seats }: GameState): number {
    const there = seats.filter(({ player }) => player !== null && connections.isAt(gameId, player.id));
    return connections.count(gameId) - there.length;
  }

  function presenceOf(gameId: GameId, state: GameState): Presence {
    const watching = countSpectators(gameId, state);
    const named = watching <= MAX_NAMED_SPECTATORS ? [...connections.players(gameId)] : [];
    const names = named.flatMap(({ id, name }) => (isSpectator(state, id) ? [name] : []));
    return { watching, names, away: absences.away(gameId, state) };
  }

  function broadcastPresence(gameId: GameId): void {
    timers.delete(gameId);
    const state = stateOf(gameId);
    if (state === undefined) return;
    if (states.has(gameId)) broadcast(gameId, presenceOf(gameId, state));
    watched.call(gameId, countSpectators(gameId, state));
  }

  function scheduleBroadcast(gameId: GameId): void {
    if (timers.has(gameId)) return;
    const cancel = after(BROADCAST_DELAY_MS, () => broadcastPresence(gameId));
    timers.set(gameId, cancel);
  }

  connections.onChange((gameId, change, player) => {
    if (change !== 'changed' || player === undefined) scheduleBroadcast(gameId);
  });
  connections.onFollowing((player, change) => {
    if (change !== 'changed') for (const gameId of seated.get(player)) scheduleBroadcast(gameId);
  });
  activity.onChange((gameId, change, player, until) => {
    if (until !== undefined) absences.markPresent(gameId, player, until);
    if (change !== 'changed' && states.has(gameId)) scheduleBroadcast(gameId);
  });
  cluster.onFullyConnected(() => {
    for (const gameId of states.keys()) scheduleBroadcast(gameId);
  });

  function leave(gameId: GameId, connection: Connection): void {
    connections.remove(gameId, connection);
    if (!connections.isHere(gameId)) setState(gameId, undefined);
  }

  return {
    update({ gameId, events, state }: Committed): void {
      if (!changesPlayers(events)) {
        if (states.has(gameId)) states.set(gameId, state);
        return;
      }
      if (states.has(gameId)) setState(gameId, state);
      absences.markAbsent(gameId, state, startsGame(events));
      if (connections.count(gameId) > 0) scheduleBroadcast(gameId);
    },

    /** Adds a connection to a game. @returns its presence, or null for an unknown game */
    async join(gameId: GameId, connection: Connection, player: Player | null): Promise<Presence | null> {
      const state = states.get(gameId) ?? service.cachedState(gameId) ?? (await service.state(gameId));
      if (state === null) return null;
      if (!states.has(gameId)) setState(gameId, state);
      connections.add(gameId, connection, player);
      return presenceOf(gameId, states.get(gameId) ?? state);
    },

    at: presenceOf,

    leave,

    disconnect(connection: Connection): void {
      for (const gameId of connections.gamesOf(connection)) leave(gameId, connection);
    },

    /** Adds a stream of all of a player's games, until `unfollow`. */
    follow: (stream: Connection, { id }: Player): void => connections.follow(stream, id),
    unfollow: (stream: Connection, { id }: Player): void => connections.unfollow(stream, id),
    isFollowing: connections.isFollowing,

    isWatched: (gameId: GameId): boolean => connections.count(gameId) > 0,

    awaySince: absences.awaySince,

    onWatching: watched.add,

    watching(gameId: GameId): number {
      const state = stateOf(gameId);
      return state === undefined ? 0 : countSpectators(gameId, state);
    },

    /** Records an HTTP request of a player about a game. Spectators are ignored. */
    markActive(gameId: GameId, { id }: Player): void {
      const state = stateOf(gameId);
      if (state !== undefined && sideOf(state, id) !== undefined) activity.add(gameId, id);
    },

    /** Sides whose players were absent for longer than their grace period. Empty in correspondence games. */
    async absentSides(gameId: GameId): Promise<readonly Side[]> {
      const state = states.get(gameId) ?? (await service.state(gameId));
      return state === null ? [] : absences.claimable(gameId, state);
    },

    close(): void {
      activity.close();
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

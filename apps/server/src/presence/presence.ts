import { changesPlayers, type GameState, sideOf, startsGame } from '@terrace/game';
import { type GameId, isComputer, MINUTE_MS, type Player, type PlayerId, type Presence } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { Committed, GameService } from '../game-service/service.ts';
import { createListeners } from '../runtime/listeners.ts';
import type { Cluster } from '../runtime/nodes.ports.ts';
import type { Cancel, Scheduler } from '../runtime/scheduler.ts';
import { createAbsences } from './absences.ts';
import type { Connection, GameConnections } from './game-connections.ts';
import { rememberBlocks } from './known-blocks.ts';
import { createPlayerBlocks } from './player-blocks.ts';

const MAX_NAMED_SPECTATORS = 8;

/** Changes are broadcast together, this long after the first, so that a burst makes one message. */
const BROADCAST_DELAY_MS = 250;

/** How long an HTTP request or a text command keeps a player present. The grace period begins after it. */
const ACTIVE_MS = MINUTE_MS;

type Dependencies = {
  readonly service: Pick<GameService, 'cachedState' | 'state'>;
  readonly cluster: Pick<Cluster, 'isFullyConnected' | 'onGap' | 'onFullyConnected'>;
  readonly connections: GameConnections;
  /** The players whom a player may not meet. */
  readonly apartFrom: (player: PlayerId) => Promise<ReadonlySet<PlayerId>>;
  readonly onBlocksChanged: (listener: (players: readonly PlayerId[]) => void) => void;
  readonly scheduler: Scheduler;
  readonly machine: Pick<Scheduler, 'after'>;
  readonly broadcast: (gameId: GameId, presence: Presence) => void;
  readonly reportError: (error: unknown) => void;
};

export type GamePresence = ReturnType<typeof createGamePresence>;

const peopleOf = ({ seats }: GameState): readonly PlayerId[] =>
  seats.flatMap(({ player }) => (player === null || isComputer(player) ? [] : [player.id]));

/** A socket, a stream, or an HTTP request in the last minute makes a player present, on any node. */
export function createGamePresence({ service, cluster, connections, ...needs }: Dependencies) {
  const { onBlocksChanged, scheduler, machine, broadcast, reportError } = needs;
  const { now, after } = scheduler;
  const states = new Map<GameId, GameState>();
  const timers = new Map<GameId, Cancel>();
  /** When recent HTTP activity ends. */
  const expiries = new Map<GameId, Cancel>();
  const playerBlocks = createPlayerBlocks({
    known: rememberBlocks({ apartFrom: needs.apartFrom, onBlocksChanged, cluster, now }),
    machine,
    isWanted: (gameId) => states.has(gameId),
    onReadable: scheduleBroadcast,
    reportError,
  });

  const stateOf = (gameId: GameId): GameState | undefined => states.get(gameId) ?? service.cachedState(gameId);
  const changes = createListeners<[gameId: GameId]>(reportError);
  const absences = createAbsences({ cluster, connections, stateOf, now });

  function isSpectator({ seats }: GameState, player: PlayerId): boolean {
    return seats.every((seat) => seat.player?.id !== player);
  }

  function countSpectators(gameId: GameId, { seats }: GameState): number {
    const there = seats.filter(({ player }) => player !== null && connections.isAt(gameId, player.id));
    return connections.count(gameId) - there.length;
  }

  const spectatorsAt = (gameId: GameId, state: GameState): readonly Player[] =>
    countSpectators(gameId, state) > MAX_NAMED_SPECTATORS
      ? []
      : connections.players(gameId).filter(({ id }) => isSpectator(state, id));

  /** Spectators who may not meet one of the players are counted, but not named. If that is unknown, none is named. */
  async function presenceOf(gameId: GameId, stateNow: () => GameState): Promise<Presence> {
    const hasNames = spectatorsAt(gameId, stateNow()).length > 0;
    const blocks = hasNames ? await playerBlocks.of(gameId, peopleOf(stateNow())) : [];
    const state = stateNow();
    const named = blocks === undefined || !hasNames ? [] : spectatorsAt(gameId, state);
    const names = named.flatMap(({ id, name }) => (blocks?.some((others) => others.has(id)) ? [] : [name]));
    return { watching: countSpectators(gameId, state), names, away: absences.away(gameId, state) };
  }

  async function broadcastPresence(gameId: GameId): Promise<void> {
    timers.delete(gameId);
    const state = states.get(gameId);
    if (state !== undefined) broadcast(gameId, await presenceOf(gameId, () => states.get(gameId) ?? state));
    changes.call(gameId);
  }

  function scheduleBroadcast(gameId: GameId): void {
    if (timers.has(gameId)) return;
    timers.set(
      gameId,
      after(BROADCAST_DELAY_MS, () => {
        broadcastPresence(gameId).catch(reportError);
      }),
    );
  }

  function scheduleUntil(gameId: GameId, until: number): void {
    scheduleBroadcast(gameId);
    expiries.get(gameId)?.();
    const expire = (): void => {
      expiries.delete(gameId);
      scheduleBroadcast(gameId);
    };
    expiries.set(gameId, after(Math.max(0, until - now()), expire));
  }

  connections.onChange(scheduleBroadcast);
  connections.onSeen((gameId, seen) => scheduleUntil(gameId, Math.max(...seen.map(([, until]) => until))));
  onBlocksChanged((players) => {
    for (const gameId of states.keys()) {
      if (players.some((player) => connections.isAt(gameId, player))) scheduleBroadcast(gameId);
    }
  });
  cluster.onFullyConnected(() => {
    for (const gameId of states.keys()) scheduleBroadcast(gameId);
  });

  function leave(gameId: GameId, connection: Connection): void {
    connections.remove(gameId, connection);
    if (!connections.isHere(gameId)) states.delete(gameId);
  }

  function disconnect(connection: Connection): void {
    for (const gameId of connections.gamesOf(connection)) leave(gameId, connection);
  }

  return {
    update({ gameId, events, state }: Committed): void {
      if (states.has(gameId)) states.set(gameId, state);
      if (!changesPlayers(events)) return;
      absences.markAbsent(gameId, state, startsGame(events));
      if (connections.count(gameId) > 0) scheduleBroadcast(gameId);
    },

    /** Adds a connection to a game. @returns its presence, or null for an unknown game */
    async join(gameId: GameId, connection: Connection, player: Player | null): Promise<Presence | null> {
      const state = states.get(gameId) ?? service.cachedState(gameId) ?? (await service.state(gameId));
      if (state === null) return null;
      if (!states.has(gameId)) states.set(gameId, state);
      connections.add(gameId, connection, player);
      await connections.whenAsked(gameId, () => undefined);
      return presenceOf(gameId, () => states.get(gameId) ?? state);
    },

    /** Adds a stream that delivers a player's games to one of them. */
    add: connections.add,

    async at(gameId: GameId, state: GameState): Promise<Presence> {
      await connections.whenAsked(gameId, () => undefined);
      return presenceOf(gameId, () => state);
    },

    leave,

    disconnect,

    /** Makes a player present in all of their games, until `unfollow`. The stream adds itself to each one. */
    follow: (stream: Connection, { id }: Player): void => connections.follow(stream, id),
    unfollow(stream: Connection, { id }: Player): void {
      connections.unfollow(stream, id);
      disconnect(stream);
    },

    isWatched: (gameId: GameId): boolean => connections.count(gameId) > 0,

    awaySince: absences.awaySince,

    /** Calls `listener` a moment after the people at a game have changed. */
    onChange: changes.add,

    /** Records an HTTP request of a player about a game. Spectators are ignored. */
    markActive(gameId: GameId, { id }: Player): void {
      const state = stateOf(gameId);
      if (state === undefined || sideOf(state, id) === undefined) return;
      const until = now() + ACTIVE_MS;
      absences.markPresent(gameId, id, until);
      connections.publishSeen(gameId, [[id, until]]);
      scheduleUntil(gameId, until);
    },

    /** Sides whose players were absent for longer than their grace period. Empty in correspondence games. */
    async absentSides(gameId: GameId): Promise<readonly Side[]> {
      const state = states.get(gameId) ?? (await service.state(gameId));
      return state === null ? [] : connections.whenAsked(gameId, () => absences.claimable(gameId, state));
    },

    close(): void {
      for (const cancel of [...timers.values(), ...expiries.values()]) cancel();
      playerBlocks.close();
      timers.clear();
      expiries.clear();
    },
  };
}

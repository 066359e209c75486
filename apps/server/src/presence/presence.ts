import { changesPlayers, type GameState, sideOf } from '@terrace/game';
import { type GameId, isComputer, MINUTE_MS, type Player, type PlayerId, type Presence } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { LRUCache } from 'lru-cache';
import type { GameService } from '../game/service.ts';
import { createDisconnects, graceOf } from './grace.ts';

/** Spectators are listed by name while there are at most this many. */
const MAX_NAMED_SPECTATORS = 8;

/** Changes are broadcast together, this long after the first, in ms: many who come at once make one message. */
const BROADCAST_DELAY_MS = 250;

/** How long a request of a player over HTTP, or by text, shows that they are there, in ms; the grace period begins after it. */
const LIFE_MS = MINUTE_MS;

/** Seated players whose last sign of life is remembered. */
const MAX_SIGNS = 50_000;

/** A connection, known by identity only: a socket, a stream or any other object. */
type Connection = object;

type GameConnections = {
  readonly connections: Map<Connection, Player | null>;
  state: GameState;
  broadcastTimer: NodeJS.Timeout | undefined;
  /** Ends the presence of who has shown life by requests alone. */
  lifeTimer: NodeJS.Timeout | undefined;
};

type Services = {
  readonly service: GameService;
  readonly now: () => number;
  readonly broadcast: (gameId: GameId, presence: Presence) => void;
};

export type GamePresence = ReturnType<typeof createGamePresence>;

/**
 * Who is at which game, by whatever shows life: a socket or a stream that follows it, a stream of one's own notifications,
 * and for a minute each command or question about it over HTTP. Game states know nothing of it; others claim a long absence.
 */
export function createGamePresence({ service, now, broadcast }: Services) {
  const games = new Map<GameId, GameConnections>();
  /** Streams of players' notifications, which are about all of their games. */
  const streams = new Map<PlayerId, Set<Connection>>();
  /** Until when each seated player without a connection is or was present, in ms since 1970. */
  const presentUntil = new LRUCache<string, number>({ max: MAX_SIGNS });
  const disconnects = createDisconnects();

  service.onCommitted(({ gameId, events, state }) => {
    const game = games.get(gameId);
    if (game === undefined) return;
    game.state = state;
    if (!changesPlayers(events)) return;
    if (game.connections.size === 0 && state.status !== 'live') {
      drop(gameId, game);
      return;
    }
    markAbsences(gameId, game);
    broadcastSoon(gameId, game);
  });

  type Present = Pick<GameConnections, 'state' | 'connections'>;

  /** People who sit in a game and have no connection to it. */
  function unconnected({ state, connections }: Present): readonly PlayerId[] {
    const present = new Set([...connections.values()].map((player) => player?.id));
    return state.seats.flatMap(({ player }) =>
      player === null || isComputer(player) || present.has(player.id) || streams.has(player.id) ? [] : [player.id],
    );
  }

  /** Counts those as away from now on of whom nothing has been seen yet. */
  function markAbsences(gameId: GameId, game: Present): void {
    for (const id of unconnected(game)) {
      if (!presentUntil.has(signOf(gameId, id))) presentUntil.set(signOf(gameId, id), now());
    }
  }

  function awayIn(gameId: GameId, game: Present): Presence['away'] {
    const { state } = game;
    if (state.status !== 'live') return [];
    return unconnected(game).flatMap((id) => {
      const [side, since] = [sideOf(state, id), presentUntil.get(signOf(gameId, id)) ?? now()];
      if (side === undefined || since > now()) return [];
      return [{ side, since, claimableAt: since + graceOf(disconnects, id, state, now()) }];
    });
  }

  function presenceOf(gameId: GameId, game: GameConnections): Presence {
    const { state, connections } = game;
    const spectators = [...connections.values()].filter((player) => sideOf(state, player?.id) === undefined);
    const named = new Map(spectators.flatMap((player) => (player === null ? [] : [[player.id, player.name] as const])));
    const watching = named.size + spectators.filter((player) => player === null).length;
    const names = watching <= MAX_NAMED_SPECTATORS ? [...named.values()] : [];
    return { watching, names, away: awayIn(gameId, game) };
  }

  /** A player who has no connection left is away from now on. */
  function markLeft(gameId: GameId, game: GameConnections, id: PlayerId): void {
    if (!unconnected(game).includes(id)) return;
    if (game.state.status === 'live') disconnects.add(id, now());
    presentUntil.set(signOf(gameId, id), now());
  }

  function drop(gameId: GameId, game: GameConnections): void {
    clearTimeout(game.broadcastTimer);
    clearTimeout(game.lifeTimer);
    games.delete(gameId);
  }

  function broadcastSoon(gameId: GameId, game: GameConnections): void {
    game.broadcastTimer ??= setTimeout(() => {
      game.broadcastTimer = undefined;
      broadcast(gameId, presenceOf(gameId, game));
    }, BROADCAST_DELAY_MS);
  }

  /** Removes a connection from a game. A player who has no other is away from now on. */
  function leave(gameId: GameId, connection: Connection): void {
    const game = games.get(gameId);
    const player = game?.connections.get(connection);
    if (game === undefined || !game.connections.delete(connection)) return;
    if (player != null) markLeft(gameId, game, player.id);
    markAbsences(gameId, game);
    if (game.connections.size > 0) broadcastSoon(gameId, game);
    else if (game.state.status !== 'live') drop(gameId, game);
    else {
      clearTimeout(game.broadcastTimer);
      game.broadcastTimer = undefined;
    }
  }

  return {
    /** Adds a connection to a game. @returns who is there then; null for an unknown game */
    async join(gameId: GameId, connection: Connection, player: Player | null): Promise<Presence | null> {
      const state = games.get(gameId)?.state ?? (await service.state(gameId));
      if (state === null) return null;
      const game = games.get(gameId) ?? {
        connections: new Map(),
        state,
        broadcastTimer: undefined,
        lifeTimer: undefined,
      };
      games.set(gameId, game);
      game.connections.set(connection, player);
      markAbsences(gameId, game);
      broadcastSoon(gameId, game);
      return presenceOf(gameId, game);
    },

    leave,

    /** Removes a connection from every game. */
    disconnect(connection: Connection): void {
      for (const [gameId, { connections }] of games) if (connections.has(connection)) leave(gameId, connection);
    },

    /** Says that a player follows what happens in all of their games, until `unfollow`. */
    follow(connection: Connection, { id }: Player): void {
      streams.set(id, (streams.get(id) ?? new Set()).add(connection));
      for (const [gameId, game] of games) if (sideOf(game.state, id) !== undefined) broadcastSoon(gameId, game);
    },

    unfollow(connection: Connection, { id }: Player): void {
      const left = streams.get(id);
      if (left === undefined || !left.delete(connection) || left.size > 0) return;
      streams.delete(id);
      for (const [gameId, game] of games) {
        if (sideOf(game.state, id) === undefined) continue;
        markLeft(gameId, game, id);
        broadcastSoon(gameId, game);
      }
    },

    /** Whether a player follows their games by a stream. */
    isFollowing: (player: PlayerId): boolean => streams.has(player),

    /** Says that a player asked about a game, or sent it a command, over HTTP. Of others than those who sit in it nothing is remembered. */
    seen(gameId: GameId, { id }: Player): void {
      const game = games.get(gameId);
      const state = game?.state ?? service.known(gameId);
      if (state === undefined || sideOf(state, id) === undefined) return;
      const wasAway = (presentUntil.get(signOf(gameId, id)) ?? now()) <= now();
      presentUntil.set(signOf(gameId, id), now() + LIFE_MS);
      if (game === undefined || game.connections.size === 0) return;
      if (wasAway) broadcastSoon(gameId, game);
      clearTimeout(game.lifeTimer);
      game.lifeTimer = setTimeout(() => broadcastSoon(gameId, game), LIFE_MS).unref();
    },

    /** Sides whose players have been away for longer than their grace period. In correspondence games there are none. */
    async absentSides(gameId: GameId): Promise<readonly Side[]> {
      const state = games.get(gameId)?.state ?? (await service.state(gameId));
      if (state === null || state.settings.time?.kind === 'days') return [];
      const game = games.get(gameId) ?? { state, connections: new Map() };
      markAbsences(gameId, game);
      return awayIn(gameId, game).flatMap(({ side, claimableAt }) => (claimableAt <= now() ? [side] : []));
    },

    close(): void {
      for (const [gameId, game] of games) drop(gameId, game);
    },
  };
}

const signOf = (gameId: GameId, player: PlayerId): string => `${gameId}/${player}`;

import { changesPlayers, type GameState, sideOf } from '@terrace/game';
import { type GameId, isComputer, type Player, type PlayerId, type Presence } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { GameService } from '../game/service.ts';
import { createDisconnects, graceOf } from './grace.ts';

/** Spectators are listed by name while there are at most this many. */
const MAX_NAMED_SPECTATORS = 8;

/** Changes are broadcast together, this long after the first, in ms: many who come at once make one message. */
const BROADCAST_DELAY_MS = 250;

/** A connection, known by identity only: a socket or any other object. */
type Connection = object;

type GameConnections = {
  readonly connections: Map<Connection, Player | null>;
  /** When each seated player lost their last connection, in ms since 1970. */
  readonly awaySince: Map<PlayerId, number>;
  state: GameState;
  broadcastTimer: NodeJS.Timeout | undefined;
};

type Services = {
  readonly service: GameService;
  readonly now: () => number;
  readonly broadcast: (gameId: GameId, presence: Presence) => void;
};

export type GamePresence = ReturnType<typeof createGamePresence>;

/** Who is connected to which game through this server. Game states know nothing of it; others claim a long absence. */
export function createGamePresence({ service, now, broadcast }: Services) {
  const games = new Map<GameId, GameConnections>();
  const disconnects = createDisconnects();

  service.onCommitted(({ gameId, events, state }) => {
    const game = games.get(gameId);
    if (game === undefined) return;
    game.state = state;
    if (!changesPlayers(events)) return;
    if (game.connections.size === 0 && state.status !== 'live') {
      games.delete(gameId);
      return;
    }
    markAbsences(game);
    broadcastSoon(gameId, game);
  });

  function markAbsences({ state, connections, awaySince }: GameConnections): void {
    const present = new Set([...connections.values()].map((player) => player?.id));
    for (const { player } of state.seats) {
      if (player === null || isComputer(player) || present.has(player.id)) continue;
      if (!awaySince.has(player.id)) awaySince.set(player.id, now());
    }
  }

  function presenceOf({ state, connections, awaySince }: GameConnections): Presence {
    const spectators = [...connections.values()].filter((player) => sideOf(state, player?.id) === undefined);
    const named = new Map(spectators.flatMap((player) => (player === null ? [] : [[player.id, player.name] as const])));
    const watching = named.size + spectators.filter((player) => player === null).length;
    const away =
      state.status !== 'live'
        ? []
        : [...awaySince].flatMap(([id, since]) => {
            const side = sideOf(state, id);
            return side === undefined
              ? []
              : [{ side, since, claimableAt: since + graceOf(disconnects, id, state, now()) }];
          });
    return { watching, names: watching <= MAX_NAMED_SPECTATORS ? [...named.values()] : [], away };
  }

  function broadcastSoon(gameId: GameId, game: GameConnections): void {
    game.broadcastTimer ??= setTimeout(() => {
      game.broadcastTimer = undefined;
      broadcast(gameId, presenceOf(game));
    }, BROADCAST_DELAY_MS);
  }

  return {
    /** Adds a connection to a game. @returns who is there then; null for an unknown game */
    async join(gameId: GameId, connection: Connection, player: Player | null): Promise<Presence | null> {
      const state = games.get(gameId)?.state ?? (await service.state(gameId));
      if (state === null) return null;
      const game = games.get(gameId) ?? {
        connections: new Map(),
        awaySince: new Map(),
        state,
        broadcastTimer: undefined,
      };
      games.set(gameId, game);
      if (game.connections.has(connection)) return presenceOf(game); // it asks again; nothing has changed for others
      game.connections.set(connection, player);
      if (player !== null) game.awaySince.delete(player.id);
      markAbsences(game);
      broadcastSoon(gameId, game);
      return presenceOf(game);
    },

    /** Removes a connection from a game. A player who has no other is away from now on. */
    leave(gameId: GameId, connection: Connection): void {
      const game = games.get(gameId);
      const player = game?.connections.get(connection);
      if (game === undefined || !game.connections.delete(connection)) return;
      const isStillHere = [...game.connections.values()].some((other) => other?.id === player?.id);
      if (
        player != null &&
        !isStillHere &&
        sideOf(game.state, player.id) !== undefined &&
        game.state.status === 'live'
      ) {
        disconnects.add(player.id, now());
      }
      markAbsences(game);
      if (game.connections.size > 0) broadcastSoon(gameId, game);
      else {
        clearTimeout(game.broadcastTimer);
        if (game.state.status !== 'live') games.delete(gameId);
        game.broadcastTimer = undefined;
      }
    },

    /** Removes a connection from every game. */
    disconnect(connection: Connection): void {
      for (const [gameId, { connections }] of games) if (connections.has(connection)) this.leave(gameId, connection);
    },

    /** Sides whose players have been away for longer than their grace period. In correspondence games there are none. */
    absentSides(gameId: GameId): readonly Side[] {
      const game = games.get(gameId);
      if (game === undefined || game.state.settings.time?.kind === 'days') return [];
      return presenceOf(game).away.flatMap(({ side, claimableAt }) => (claimableAt <= now() ? [side] : []));
    },

    close(): void {
      for (const { broadcastTimer } of games.values()) clearTimeout(broadcastTimer);
    },
  };
}

import { type GameState, sideOf } from '@terrace/game';
import type { GameId, Player, PlayerId, Presence } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import type { GameService } from '../game/service.ts';
import { type Departures, graceOf } from './grace.ts';

/** Names of spectators are shown while there are at most this many. */
const FEW = 8;

/** Changes are told together, so long after the first, in ms: a crowd that comes at once is one message. */
const BATCH = 250;

/** Events after which other people are players, or being away means something else. */
const CHANGES_SEATS = new Set(['seated', 'unseated', 'started', 'closed', 'ended']);

/** A connection; any object will do as its name. */
type Connection = object;

type Here = {
  readonly connections: Map<Connection, Player | null>;
  /** Since when each seated player has had no connection, in ms since 1970. */
  readonly awaySince: Map<PlayerId, number>;
  state: GameState;
  telling: NodeJS.Timeout | undefined;
};

export type GamePresence = ReturnType<typeof createGamePresence>;

/** Who is at which game through this server. No game state knows of it; a long absence is for others to claim. */
export function createGamePresence(
  service: GameService,
  leavings: Departures,
  now: () => number,
  tell: (gameId: GameId, presence: Presence) => void,
) {
  const games = new Map<GameId, Here>();

  service.onCommitted(({ gameId, events, state }) => {
    const here = games.get(gameId);
    if (here === undefined) return;
    here.state = state;
    if (!events.some(({ event }) => CHANGES_SEATS.has(event.type))) return;
    if (here.connections.size === 0 && state.status !== 'live') {
      games.delete(gameId);
      return;
    }
    noteAbsences(here);
    tellSoon(gameId, here);
  });

  function noteAbsences({ state, connections, awaySince }: Here): void {
    const present = new Set([...connections.values()].map((player) => player?.id));
    for (const { player } of state.seats) {
      if (player === null || present.has(player.id)) continue;
      if (!awaySince.has(player.id)) awaySince.set(player.id, now());
    }
  }

  function look({ state, connections, awaySince }: Here): Presence {
    const watchers = [...connections.values()].filter((player) => sideOf(state, player?.id) === undefined);
    const named = new Map(watchers.flatMap((player) => (player === null ? [] : [[player.id, player.name] as const])));
    const watching = named.size + watchers.filter((player) => player === null).length;
    const away =
      state.status !== 'live'
        ? []
        : [...awaySince].flatMap(([id, since]) => {
            const side = sideOf(state, id);
            return side === undefined
              ? []
              : [{ side, since, claimableAt: since + graceOf(leavings, id, state, now()) }];
          });
    return { watching, names: watching <= FEW ? [...named.values()] : [], away };
  }

  function tellSoon(gameId: GameId, here: Here): void {
    here.telling ??= setTimeout(() => {
      here.telling = undefined;
      tell(gameId, look(here));
    }, BATCH);
  }

  return {
    /** A connection comes to a game; who is there now, or null for an unknown game. */
    async enter(gameId: GameId, connection: Connection, player: Player | null): Promise<Presence | null> {
      const state = games.get(gameId)?.state ?? (await service.state(gameId));
      if (state === null) return null;
      const here = games.get(gameId) ?? { connections: new Map(), awaySince: new Map(), state, telling: undefined };
      games.set(gameId, here);
      here.connections.set(connection, player);
      if (player !== null) here.awaySince.delete(player.id);
      noteAbsences(here);
      tellSoon(gameId, here);
      return look(here);
    },

    /** A connection goes. A player whose last one it was is away from now on. */
    leave(gameId: GameId, connection: Connection): void {
      const here = games.get(gameId);
      const player = here?.connections.get(connection);
      if (here === undefined || !here.connections.delete(connection)) return;
      const stays = [...here.connections.values()].some((other) => other?.id === player?.id);
      if (player != null && !stays && sideOf(here.state, player.id) !== undefined && here.state.status === 'live') {
        leavings.note(player.id, now());
      }
      noteAbsences(here);
      if (here.connections.size > 0) tellSoon(gameId, here);
      else {
        clearTimeout(here.telling);
        if (here.state.status !== 'live') games.delete(gameId);
        here.telling = undefined;
      }
    },

    /** A connection broke off: it leaves every game it was at. */
    disconnect(connection: Connection): void {
      for (const [gameId, { connections }] of games) if (connections.has(connection)) this.leave(gameId, connection);
    },

    /** Sides whose players have been away past their grace. By days there is none: they may be away. */
    gone(gameId: GameId): readonly Side[] {
      const here = games.get(gameId);
      if (here === undefined || here.state.settings.time?.kind === 'days') return [];
      return look(here).away.flatMap(({ side, claimableAt }) => (claimableAt <= now() ? [side] : []));
    },

    close(): void {
      for (const { telling } of games.values()) clearTimeout(telling);
    },
  };
}

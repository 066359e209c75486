import { type GameState, starts } from '@terrace/game';
import { type GameId, isComputer, type PlayerId } from '@terrace/protocol';
import type { Actor } from '../accounts/actor.ts';
import type { CheckEligibility } from '../game-service/requests.ts';
import type { GameService } from '../game-service/service.ts';
import type { BlockStore, GameQueries } from '../game-service/store.ts';
import type { Cluster } from '../nodes/cluster.ts';
import { createOnlinePlayers } from '../presence/online-players.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import type { Scheduler } from '../runtime/scheduler.ts';
import { createAbsentHostSweeper } from './absent-hosts.ts';
import { createLobby, type LobbyBroadcasts } from './lobby.ts';
import { createPairingPool } from './pairing-pool.ts';
import type { PairingBroadcasts } from './seeks.ts';

type Services = {
  readonly cluster: Pick<Cluster, 'bus' | 'state' | 'isFullyConnected'>;
  /** Whether this node does what must not be done twice. */
  readonly isLeader: () => boolean;
  readonly service: GameService;
  readonly queries: GameQueries;
  readonly blocks: Pick<BlockStore, 'blockedEitherWay'>;
  /** Calls a listener with players whose blocks have changed, at whichever node. */
  readonly onBlocksChanged: (listener: (players: readonly PlayerId[]) => void) => void;
  readonly ratingsOf: RatingsOf;
  readonly checkEligibility: CheckEligibility;
  readonly broadcasts: LobbyBroadcasts & PairingBroadcasts;
  /** Whether a player follows their games by a stream, at any node. */
  readonly isFollowing: (player: PlayerId) => boolean;
  /** How many watch a game, at all nodes. */
  readonly watching: (gameId: GameId) => number;
  /** Since when a player of a game has been away, in ms since 1970; null when none is, undefined while that is unknown. */
  readonly awaySince: (gameId: GameId, state: GameState) => number | null | undefined;
  readonly scheduler: Scheduler;
  readonly report: (error: unknown) => void;
};

export type LobbyServices = ReturnType<typeof createLobbyServices>;

/** The lobby, the players who are online, and the pairing pool, wired together. */
export function createLobbyServices({ isFollowing, ...services }: Services) {
  const { cluster, scheduler } = services;
  const lobby = createLobby(services);
  const online = createOnlinePlayers({ state: cluster.state, now: scheduler.now, onCount: lobby.setOnline });
  const pool = createPairingPool({ ...services, lobby, isOnline: online.isOnline });
  services.service.onCommitted(({ gameId, events, state }) => {
    if (!starts(events) || state.settings.time?.kind !== 'clock') return;
    const people = state.seats.flatMap(({ player }) => (player === null || isComputer(player) ? [] : [player.id]));
    if (people.length > 1) pool.seated(people, gameId);
  });
  const isConnected = (player: PlayerId): boolean => isFollowing(player) || online.isOnline(player);
  const absentHosts = createAbsentHostSweeper({
    ...services,
    ...{ tables: lobby.tables, online, isConnected, isFullyConnected: cluster.isFullyConnected },
  });
  // A host from before this node started is gone, too, unless they come back.
  const filled = lobby.filled
    .then(() => {
      for (const { seats } of lobby.tables.all())
        for (const { player } of seats) if (player !== null) online.markGone(player.id);
    })
    .catch(services.report);

  return {
    lobby,
    online,
    pool,
    /** Resolves when the lobby is filled from the store. */
    filled,
    connect: (connection: object, actor: Actor | null): void => {
      if (actor !== null) online.connect(connection, actor);
    },
    disconnect(connection: object, actor: Actor | null): void {
      if (actor !== null) online.disconnect(connection, actor.player.id);
      pool.disconnect(connection);
      lobby.unsubscribe(connection);
    },
    setSpectators: (gameId: GameId, watching: number): void => lobby.live.setSpectators(gameId, watching),
    async close(): Promise<void> {
      await absentHosts.close();
      pool.close();
      lobby.close();
    },
  };
}

import type { GameId, PlayerId } from '@terrace/protocol';
import type { Actor } from '../accounts/actor.ts';
import type { CheckEligibility, GameService } from '../game/service.ts';
import type { BlockStore, GameQueries } from '../game/store.ts';
import { createOnlinePlayers } from '../presence/online-players.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import { sweepAbsentHosts } from './absent-hosts.ts';
import { createLobby, type LobbyBroadcasts } from './lobby.ts';
import { createPairingPool, type PairingBroadcasts } from './pairing-pool.ts';

type Services = {
  readonly service: GameService;
  readonly lists: GameQueries;
  readonly blocks: BlockStore;
  readonly ratingsOf: RatingsOf;
  readonly admission: CheckEligibility;
  readonly tell: LobbyBroadcasts & PairingBroadcasts;
  /** Whether somebody is connected to any server at all. */
  readonly isAnywhere: (player: PlayerId) => Promise<boolean>;
  readonly now: () => number;
  readonly report: (fault: unknown) => void;
};

export type LobbyServices = ReturnType<typeof createLobbyServices>;

/** The lobby, those who are here, and those who wait to be paired. */
export function createLobbyServices({ isAnywhere, ...services }: Services) {
  const { service, now, report } = services;
  const lobby = createLobby(services);
  const online = createOnlinePlayers({ now, onCount: lobby.countOnline });
  const pool = createPairingPool({ ...services, lobby, isHere: online.isOnline });
  const hosts = sweepAbsentHosts({ service, tables: lobby.tables, online, isAnywhere, now, report });
  // Who hosted before this node started, and does not come back to it, has gone like anybody else.
  const filled = lobby.filled.then(() => {
    for (const { seats } of lobby.tables.all())
      for (const { player } of seats) if (player !== null) online.markGone(player.id);
  });

  return {
    lobby,
    online,
    pool,
    /** Resolves when the lobby shows what stood in the store at the start. */
    filled,
    enter: (connection: object, actor: Actor | null): void => {
      if (actor !== null) online.connect(connection, actor);
    },
    leave(connection: object, actor: Actor | null): void {
      if (actor !== null) online.disconnect(connection, actor.player.id);
      pool.disconnect(connection);
      lobby.unfollow(connection);
    },
    countWatchers: (gameId: GameId, watching: number): void => lobby.live.watch(gameId, watching),
    close(): void {
      hosts.close();
      pool.close();
      lobby.close();
    },
  };
}

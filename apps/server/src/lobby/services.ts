import type { GameId, PlayerId } from '@terrace/protocol';
import type { Actor } from '../accounts/actor.ts';
import type { Admission, GameService } from '../game/service.ts';
import type { Blocks, GameLists } from '../game/store.ts';
import { onlineList } from '../presence/online-players.ts';
import type { RatingsOf } from '../ratings/ratings.ts';
import { watchHosts } from './absent-hosts.ts';
import { type LobbyTellers, lobbyOver } from './lobby.ts';
import { type PairingTellers, pairingPool } from './pairing-pool.ts';

type Services = {
  readonly service: GameService;
  readonly lists: GameLists;
  readonly blocks: Blocks;
  readonly ratingsOf: RatingsOf;
  readonly admission: Admission;
  readonly tell: LobbyTellers & PairingTellers;
  /** Whether somebody is connected to any server at all. */
  readonly isAnywhere: (player: PlayerId) => Promise<boolean>;
  readonly now: () => number;
  readonly report: (fault: unknown) => void;
};

export type Hall = ReturnType<typeof lobbyHall>;

/** The lobby, those who are here, and those who wait to be paired. */
export function lobbyHall({ isAnywhere, ...services }: Services) {
  const { service, now, report } = services;
  const lobby = lobbyOver(services);
  const online = onlineList(now, lobby.countOnline);
  const pool = pairingPool({ ...services, lobby, isHere: online.isHere });
  const hosts = watchHosts({ service, tables: lobby.tables, online, isAnywhere, now, report });
  // Who hosted before this node started, and does not come back to it, has gone like anybody else.
  const filled = lobby.filled.then(() => {
    for (const { seats } of lobby.tables.all())
      for (const { player } of seats) if (player !== null) online.miss(player.id);
  });

  return {
    lobby,
    online,
    pool,
    /** Resolves when the lobby shows what stood in the store at the start. */
    filled,
    enter: (connection: object, actor: Actor | null): void => {
      if (actor !== null) online.enter(connection, actor);
    },
    leave(connection: object, actor: Actor | null): void {
      if (actor !== null) online.leave(connection, actor.player.id);
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

import type { PlayerId } from '@terrace/protocol';
import type { GameQueries } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import type { BlockStore, FollowStore } from './relations.ports.ts';

const MAX_GAMES_READ = 100;

type Dependencies = {
  readonly blocks: Pick<BlockStore, 'setBlocked'>;
  readonly follows: Pick<FollowStore, 'removeBetween'>;
  readonly service: GameService;
  readonly queries: Pick<GameQueries, 'unfinishedGamesOf'>;
  readonly now: () => number;
  readonly changed: (players: readonly PlayerId[]) => void;
};

export type SetBlocked = BlockStore['setBlocked'];

/**
 * A block also removes follows in both directions, and separates the two at tables of either: the other leaves or
 * declines at the host's table. Games that have begun continue.
 */
export const createSetBlocked =
  ({ blocks, follows, service, queries, now, changed }: Dependencies): SetBlocked =>
  async (by, other, isBlocked) => {
    await blocks.setBlocked(by, other, isBlocked);
    if (isBlocked) {
      await follows.removeBetween(by, other);
      for (const [guest, host] of [
        [by, other],
        [other, by],
      ] as const)
        await separate(guest, host);
    }
    changed([by, other]);

    async function separate(guest: PlayerId, host: PlayerId): Promise<void> {
      for (const { id, status, seats } of await queries.unfinishedGamesOf(guest, MAX_GAMES_READ)) {
        const seat = seats.find(({ player, reserved }) => (player ?? reserved)?.id === guest);
        const who = seat?.player ?? seat?.reserved;
        if (status !== 'open' || !who || (await service.state(id))?.host !== host) continue;
        const command = { type: seat?.player ? 'leave' : 'decline' } as const;
        await service.command({ gameId: id, by: who, command, arrivedAt: now() });
      }
    }
  };

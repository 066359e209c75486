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

/** A block also removes follows in both directions and declines pending invitations to the blocker. */
export const createSetBlocked =
  ({ blocks, follows, service, queries, now, changed }: Dependencies): SetBlocked =>
  async (by, other, isBlocked) => {
    await blocks.setBlocked(by, other, isBlocked);
    if (isBlocked) await Promise.all([follows.removeBetween(by, other), declineInvitations(by, other)]);
    changed([by, other]);

    async function declineInvitations(invited: PlayerId, host: PlayerId): Promise<void> {
      for (const { id, status, seats } of await queries.unfinishedGamesOf(invited, MAX_GAMES_READ)) {
        const kept = seats.find(({ reserved }) => reserved?.id === invited)?.reserved;
        if (status !== 'open' || !kept || (await service.state(id))?.host !== host) continue;
        await service.command({ gameId: id, by: kept, command: { type: 'decline' }, arrivedAt: now() });
      }
    }
  };

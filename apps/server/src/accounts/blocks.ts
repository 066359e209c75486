import type { PlayerId } from '@terrace/protocol';
import type { GameQueries } from '../game-service/games.ports.ts';
import type { GameService } from '../game-service/service.ts';
import type { BlockStore, FollowStore } from './relations.ports.ts';

const MAX_GAMES_READ = 100;

type Dependencies = {
  readonly blocks: Pick<BlockStore, 'setBlocked'>;
  readonly follows: Pick<FollowStore, 'removeBetween'>;
  readonly separate: Separate;
  readonly changed: (players: readonly PlayerId[]) => void;
};

export type SetBlocked = BlockStore['setBlocked'];

/** Takes a player away from the host's tables that have not begun: the player leaves or declines. */
export type Separate = (guest: PlayerId, host: PlayerId) => Promise<void>;

type SeparateDependencies = {
  readonly service: Pick<GameService, 'state' | 'command'>;
  readonly queries: Pick<GameQueries, 'unfinishedGamesOf'>;
  readonly now: () => number;
};

export const createSeparate =
  ({ service, queries, now }: SeparateDependencies): Separate =>
  async (guest, host) => {
    for (const { id, status, seats } of await queries.unfinishedGamesOf(guest, MAX_GAMES_READ)) {
      const seat = seats.find(({ player, reserved }) => (player ?? reserved)?.id === guest);
      const who = seat?.player ?? seat?.reserved;
      if (status !== 'open' || !who || (await service.state(id))?.host !== host) continue;
      const command = { type: seat?.player ? 'leave' : 'decline' } as const;
      await service.command({ gameId: id, by: who, command, arrivedAt: now() });
    }
  };

/**
 * A block also removes follows in both directions, and separates the two at tables of either. Games that have begun
 * continue.
 */
export const createSetBlocked =
  ({ blocks, follows, separate, changed }: Dependencies): SetBlocked =>
  async (by, other, isBlocked) => {
    await blocks.setBlocked(by, other, isBlocked);
    changed([by, other]); // at once, because what follows may fail
    if (!isBlocked) return;
    await follows.removeBetween(by, other);
    await separate(by, other);
    await separate(other, by);
  };

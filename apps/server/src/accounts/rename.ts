import { GameId, type Player } from '@terrace/protocol';
import type { GameService } from '../game/service.ts';
import { DatabaseUnavailable, type GameQueries, isUnsaved } from '../game/store.ts';
import type { AccountStore } from './store.ts';

/** Live games that get an event for a new name; far more than anybody plays. */
const MAX_LIVE_GAMES = 1000;

type Services = {
  readonly service: GameService;
  readonly queries: GameQueries;
  readonly store: AccountStore;
  /** Makes every node forget what it knows of games. */
  readonly evict: (games: readonly GameId[]) => void;
  readonly now: () => number;
};

/**
 * Gives a player another name. Live games get an event, so that pages and other nodes follow; then the old name is
 * replaced in everything that was written before.
 */
export const createRename =
  ({ service, queries, store, evict, now }: Services) =>
  async ({ id, name }: Player): Promise<void> => {
    const player = { id, name };
    for (const game of await queries.unfinishedGamesOf(id, MAX_LIVE_GAMES)) {
      const command = { type: 'rename', player } as const;
      const renamed = await service.command({ gameId: game.id, by: null, command, arrivedAt: now() });
      // A game that has ended meanwhile is among those below.
      if (!renamed.ok && isUnsaved(renamed.error)) throw new DatabaseUnavailable('a new name was not saved in a game');
    }
    const games = await store.rename(player);
    evict(games.map((game) => GameId.parse(game)));
  };

import { GameId, type Player } from '@terrace/protocol';
import type { GameService } from '../game/service.ts';
import { DatabaseUnavailable, type GameQueries } from '../game/store.ts';
import type { AccountStore } from './store.ts';

/** Games under way that hear of a new name one by one; far more than anybody plays. */
const MOST_GAMES = 1000;

type Services = { service: GameService; lists: GameQueries; store: AccountStore; now: () => number };

/**
 * Calls a player by another name. Games under way hear of it as an event, so that every page and every server that
 * follows them knows; then the old name is taken out of everything that was written before.
 */
export const renameIn =
  ({ service, lists, store, now }: Services) =>
  async ({ id, name }: Player): Promise<void> => {
    const player = { id, name };
    for (const game of await lists.unfinishedGamesOf(id, MOST_GAMES)) {
      const command = { type: 'rename', player } as const;
      const told = await service.command({ gameId: game.id, by: null, command, arrivedAt: now() });
      // A game that has ended meanwhile is among those below.
      if (!told.ok && told.error.code === 'not-saved')
        throw new DatabaseUnavailable('a game could not hear of a new name');
    }
    const games = await store.rename(player);
    service.forget(games.map((game) => GameId.parse(game)));
  };

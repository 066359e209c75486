import type { GameId, PlayerId } from '@terrace/protocol';
import type { GameQueries } from '../game-service/games.ports.ts';
import { isInPlay } from '../game-service/summary.ts';

const MAX_GAMES = 500;

/** The rated game that a player is playing. During it the player gets no engine help. */
export type FindOngoingRatedGame = (player: PlayerId) => Promise<GameId | undefined>;

export const createFindOngoingRatedGame =
  (queries: Pick<GameQueries, 'unfinishedGamesOf'>): FindOngoingRatedGame =>
  async (player) => {
    const games = await queries.unfinishedGamesOf(player, MAX_GAMES);
    return games.find((row) => row.status === 'live' && row.settings.rated && isInPlay(row, player))?.id;
  };

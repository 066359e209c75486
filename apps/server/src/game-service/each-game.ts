import type { GameId } from '@terrace/protocol';
import { isDatabaseFault } from './games.ports.ts';

/**
 * Runs a job for each game, one after the other. A game whose job fails is reported, and the others still have their turn.
 *
 * @throws database faults, because they would recur for every other game
 */
export async function eachGame<T>(
  games: Iterable<readonly [GameId, T]>,
  job: (gameId: GameId, value: T) => Promise<void>,
  reportError: (error: unknown) => void,
): Promise<void> {
  for (const [gameId, value] of games) {
    try {
      await job(gameId, value);
    } catch (error) {
      if (isDatabaseFault(error)) throw error;
      reportError(error);
    }
  }
}

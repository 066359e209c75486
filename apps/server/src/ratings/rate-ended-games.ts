import { fold } from '@terrace/game';
import { type RatedGame, rateableAs } from '@terrace/protocol';
import { type GameStore, isDatabaseFault } from '../game-service/games.ports.ts';
import { changesBySide } from './changes.ts';
import { rate } from './rate.ts';
import { ratedResult } from './rated-result.ts';
import type { EndedGame, RatingStore } from './ratings.ports.ts';

const BATCH_SIZE = 100;

type Dependencies = {
  readonly store: RatingStore;
  readonly games: Pick<GameStore, 'readLog'>;
  readonly reportError: (error: unknown) => void;
  readonly onRated: (rated: RatedGame) => void;
};

/**
 * Rates unrated games since `since` (ms since 1970), oldest end first. A rating that fails because of a bug is reported
 * and retried next time.
 *
 * @returns the number of rated games
 * @throws DatabaseUnavailable
 */
export async function rateEndedSince(since: number, dependencies: Dependencies): Promise<number> {
  let done = 0;
  let batch = await dependencies.store.unratedGames(since, null, BATCH_SIZE);
  for (let last = batch.at(-1); last !== undefined; last = batch.at(-1)) {
    for (const ended of batch) if (await rateAndPublish(ended, dependencies)) done += 1;
    batch = await dependencies.store.unratedGames(since, last, BATCH_SIZE);
  }
  return done;
}

/** Deletes all ratings and derives them from the games again. @returns the number of rated games */
export async function rebuildRatings(dependencies: Omit<Dependencies, 'onRated'>): Promise<number> {
  await dependencies.store.deleteAll();
  return rateEndedSince(0, { ...dependencies, onRated: () => undefined });
}

async function rateAndPublish(ended: EndedGame, dependencies: Dependencies): Promise<boolean> {
  try {
    const rated = await rateGame(ended, dependencies);
    if (rated !== null && rated.changes.length > 0) dependencies.onRated(rated);
    return rated !== null;
  } catch (error) {
    if (isDatabaseFault(error)) throw error;
    dependencies.reportError(error);
    return false;
  }
}

async function rateGame(ended: EndedGame, { store, games }: Dependencies): Promise<RatedGame | null> {
  const state = fold(null, await games.readLog(ended.id, 0));
  const kind = state && rateableAs(state.settings);
  if (state === null || kind === null) throw new Error(`game ${ended.id} is listed as unrated but cannot be rated`);
  const { places, endedAt } = ratedResult(state) ?? { places: [], endedAt: ended.endedAt };
  const game = { id: ended.id, endedAt, kind, players: places.flat() };
  const rated = await store.rateOnce(game, (current) => rate(kind, places, current, endedAt));
  return rated && { gameId: ended.id, kind, changes: changesBySide(state.seats, rated) };
}

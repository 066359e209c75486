import { fold } from '@terrace/game';
import type { GameId } from '@terrace/protocol';
import type { GameStore } from '../game-service/games.ports.ts';
import type { RatingQueries } from '../ratings/ratings.ports.ts';
import { realScheduler } from '../runtime/scheduler.ts';
import { createDerivation } from './derive.ts';
import type { NotificationStore } from './notifications.ports.ts';

type Dependencies = {
  readonly store: NotificationStore;
  readonly games: Pick<GameStore, 'readLog'>;
  readonly ratings: Pick<RatingQueries, 'changesOf'>;
  readonly now: () => number;
  readonly reportError: (error: unknown) => void;
};

/** The rating changes of a game by player; undefined if it is not rated. */
export const createRatingChanges =
  ({ changesOf }: Pick<RatingQueries, 'changesOf'>) =>
  async (gameId: GameId) =>
    (await changesOf([gameId]))
      .get(gameId)
      ?.map(({ player, before, after }) => ({ player, before: before.rating, after: after.rating }));

/**
 * Derives the notifications since an instant from the logs, and adds the jobs that are missing. Repeating it changes
 * nothing.
 *
 * @returns the number of games and of jobs
 */
export async function rebuildNotifications(
  since: number,
  { store, games, ratings, now, reportError }: Dependencies,
): Promise<{ readonly games: number; readonly jobs: number }> {
  const readLog = (gameId: GameId) => games.readLog(gameId, 0);
  const derivation = createDerivation({
    store,
    readLog,
    currentState: async (gameId) => fold(null, await readLog(gameId)),
    untilQueuePlayed: async () => undefined,
    ratingChanges: createRatingChanges(ratings),
    async save(causes, superseded) {
      const unseen = causes.map((cause) => ({ ...cause, isSeen: false }));
      await store.add(unseen, superseded, now());
    },
    scheduler: realScheduler(now),
    reportError,
  });
  const count = await derivation.rederiveSince(since, new AbortController().signal);
  return { games: count, jobs: await store.requeue(since) };
}

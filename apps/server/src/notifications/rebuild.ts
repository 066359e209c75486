import { fold } from '@terrace/game';
import type { GameId, LoggedEvent } from '@terrace/protocol';
import type { GameStore } from '../game-service/games.ports.ts';
import type { RatingQueries } from '../ratings/ratings.ports.ts';
import { causesOfCommit } from './derive.ts';
import type { NotificationStore } from './notifications.ports.ts';

type Dependencies = {
  readonly store: NotificationStore;
  readonly games: Pick<GameStore, 'readLog'>;
  readonly ratings: Pick<RatingQueries, 'changesOf'>;
  readonly now: () => number;
};

/** The rating changes of a game by player; undefined if it is not rated. */
export const createRatingChanges =
  ({ changesOf }: Pick<RatingQueries, 'changesOf'>) =>
  async (gameId: GameId) =>
    (await changesOf([gameId]))
      .get(gameId)
      ?.map(({ player, before, after }) => ({ player, before: before.rating, after: after.rating }));

/**
 * Derives the notifications since an instant from the logs. Repeating it changes nothing.
 *
 * @returns the number of games
 */
export async function rebuildNotifications(since: number, { store, games, ratings, now }: Dependencies) {
  const ratingChanges = createRatingChanges(ratings);
  const found = await store.changedGames(since);
  for (const gameId of found) {
    const log = await games.readLog(gameId, 0);
    if (fold(null, log) === null) continue;
    const changes = await ratingChanges(gameId);
    for (const events of commitsOf(log)) {
      const [first, last] = [events[0], events.at(-1)];
      if (first === undefined || last === undefined || first.at < since) continue;
      const { causes } = causesOfCommit({ gameId, log, after: first.seq - 1, seq: last.seq, changes });
      const unseen = causes.map((cause) => ({ ...cause, isSeen: false }));
      if (unseen.length > 0) await store.add(unseen, null, now());
    }
  }
  return found.length;
}

/** The events of each command: they have its id, sender and instant in common. */
function commitsOf(log: readonly LoggedEvent[]): readonly (readonly LoggedEvent[])[] {
  const commits: LoggedEvent[][] = [];
  for (const logged of log) {
    const [last] = commits.at(-1) ?? [];
    const isSame = last?.at === logged.at && last.by === logged.by && last.commandId === logged.commandId;
    if (isSame) commits.at(-1)?.push(logged);
    else commits.push([logged]);
  }
  return commits;
}

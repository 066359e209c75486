/**
 * `npm run rebuild` rebuilds the summary rows, `npm run rebuild -- ratings` the ratings, and
 * `npm run rebuild -- notifications <days>` the notifications of the last days.
 */

import { DAY_MS } from '@terrace/protocol';
import { printHelpIfAsked } from '../../../../tools/help.ts';
import { rebuildSummaries } from '../archive/rebuild.ts';
import { rebuildNotifications } from '../notifications/rebuild.ts';
import { rebuildRatings } from '../ratings/rate-ended-games.ts';
import { StartError } from '../runtime/errors.ts';
import { readEnv } from '../start/env.ts';
import { print, printStartErrors } from '../start/terminal.ts';
import { withServerDatabase } from '../start/with-database.ts';
import { openDatabase } from '../store/client.ts';
import { createGameStore } from '../store/games.ts';
import { createNotificationStore } from '../store/notifications.ts';
import { createRatingStore } from '../store/ratings.ts';
import { createSummaryStore } from '../store/summaries.ts';

printHelpIfAsked(
  'npm run rebuild -- [ratings | notifications <days>]: derives the lists of games, all ratings, or the missing notifications of the last days, from the events.',
);

await printStartErrors(async () => {
  const [what, ...rest] = process.argv.slice(2).filter((argument) => argument !== '--');
  const days = what === 'notifications' ? Number(rest.shift()) : 1;
  if ((what !== undefined && what !== 'ratings' && what !== 'notifications') || rest.length > 0 || !(days > 0)) {
    throw new StartError(
      'Use npm run rebuild for the lists of games, npm run rebuild -- ratings for the ratings, or npm run rebuild -- notifications 7 for those of 7 days.',
    );
  }
  const reportError = (error: unknown): void => {
    process.exitCode = 1;
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  };
  await withServerDatabase(readEnv(process.env), async (databaseUrl) => {
    const database = openDatabase(databaseUrl, reportError, 'command');
    try {
      const games = createGameStore({ append: database, play: database, read: database });
      if (what === 'ratings') {
        const rated = await rebuildRatings({ store: createRatingStore(database.prisma), games, reportError });
        print(`Processed ${rated} rated games.`);
      } else if (what === 'notifications') {
        const { prisma } = database;
        const [store, ratings, now] = [createNotificationStore(prisma), createRatingStore(prisma), Date.now];
        const rebuilt = await rebuildNotifications(now() - days * DAY_MS, { store, games, ratings, now });
        print(`Derived the notifications of ${rebuilt} games again.`);
      } else {
        print(`Wrote the rows of ${await rebuildSummaries(createSummaryStore(database.prisma), games)} games.`);
      }
    } finally {
      await database.close();
    }
  });
});

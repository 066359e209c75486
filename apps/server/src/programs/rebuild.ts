/** `node apps/server/src/programs/rebuild.ts` rebuilds the summary rows, and `rebuild.ts ratings` the ratings. */

import { printHelpIfAsked } from '../../../../tools/help.ts';
import { rebuildSummaries } from '../archive/rebuild.ts';
import { rebuildRatings } from '../ratings/rate-ended-games.ts';
import { StartError } from '../runtime/errors.ts';
import { readEnv } from '../start/env.ts';
import { print, printStartErrors } from '../start/terminal.ts';
import { withServerDatabase } from '../start/with-database.ts';
import { openDatabase } from '../store/client.ts';
import { createGameStore } from '../store/games.ts';
import { createRatingStore } from '../store/ratings.ts';
import { createSummaryStore } from '../store/summaries.ts';

printHelpIfAsked(
  'node apps/server/src/programs/rebuild.ts [ratings]: derives the lists of games, or all ratings, from the events.',
);

await printStartErrors(async () => {
  const [what, ...rest] = process.argv.slice(2);
  if ((what !== undefined && what !== 'ratings') || rest.length > 0) {
    throw new StartError('Use rebuild.ts for the lists of games, or rebuild.ts ratings for the ratings.');
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
      } else {
        print(`Wrote the rows of ${await rebuildSummaries(createSummaryStore(database.prisma), games)} games.`);
      }
    } finally {
      await database.close();
    }
  });
});

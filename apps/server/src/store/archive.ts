import type { Archive } from '../archive/archive.ports.ts';
import type { RatingQueries } from '../ratings/ratings.ports.ts';
import type { Queries } from './client.ts';
import { createFinishedGamesQuery } from './finished-games.ts';
import { createLeaderboardQueries } from './leaderboard.ts';
import { createProfileQueries } from './profiles.ts';

export const createArchiveStore = (prisma: Queries, ratings: RatingQueries): Archive => ({
  finished: createFinishedGamesQuery(prisma, ratings),
  ...createLeaderboardQueries(prisma),
  ...createProfileQueries(prisma),
});

import type { Archive } from '../archive/store.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { RatingBook } from '../ratings/store.ts';
import { finishedGames } from './finished-games.ts';
import { leaders } from './leaderboard.ts';
import { profiles } from './profiles.ts';

/** What pages of results read, from Postgres. */
export const archiveStore = (prisma: PrismaClient, ratings: RatingBook): Archive => ({
  finished: finishedGames(prisma, ratings),
  leaders: leaders(prisma),
  ...profiles(prisma),
});

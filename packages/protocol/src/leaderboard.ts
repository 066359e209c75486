import * as z from 'zod/mini';
import { GameId, Instant, Player } from './ids.ts';
import { openApiRegistry } from './openapi.ts';
import { Cursor, limitOf } from './pages.ts';
import { RatingKind } from './ratings.ts';

/** A player's rating of one kind. The deviation grows with inactivity and is computed as of now. */
export const PlayerRating = z
  .object({
    kind: RatingKind,
    rating: z.int(),
    deviation: z.int(),
    provisional: z.boolean(),
    games: z.int().check(z.nonnegative()),
  })
  .register(openApiRegistry, { id: 'PlayerRating' });
export type PlayerRating = z.infer<typeof PlayerRating>;

/** `GET /api/players/:name/ratings/:kind`: the rating after each of the latest 1000 rated games, oldest first. */
export const RatingHistory = z
  .object({
    kind: RatingKind,
    points: z.array(z.object({ at: Instant, gameId: GameId, rating: z.int(), deviation: z.int() })),
  })
  .register(openApiRegistry, { id: 'RatingHistory' });
export type RatingHistory = z.infer<typeof RatingHistory>;

export const LeaderboardQuery = z.object({ cursor: z.optional(Cursor), limit: limitOf(100, 50) });

const RatedPlayer = z.object({
  player: Player,
  rating: z.int(),
  deviation: z.int(),
  games: z.int().check(z.positive()),
});

/**
 * `GET /api/leaderboards/:kind`: best first; `place` is from 1. The first page includes some provisional ratings and
 * the approximate number of games until each is established.
 */
export const Leaderboard = z
  .object({
    kind: RatingKind,
    rows: z.array(z.object({ place: z.int().check(z.positive()), ...RatedPlayer.shape })),
    provisional: z.array(z.object({ ...RatedPlayer.shape, gamesToGo: z.int().check(z.positive()) })),
    next: z.nullable(Cursor),
  })
  .register(openApiRegistry, { id: 'Leaderboard' });
export type Leaderboard = z.infer<typeof Leaderboard>;

/** `GET /api/leaderboards`: the rating kind with the longest leaderboard. */
export const LivelyKind = z.object({ kind: RatingKind }).register(openApiRegistry, { id: 'LivelyKind' });

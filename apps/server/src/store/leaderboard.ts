import { PROVISIONAL_ABOVE, RATING_KINDS, RatingKind } from '@terrace/protocol';
import { z } from 'zod';
import type { Archive } from '../archive/archive.ports.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { gamesToGo } from '../ratings/games-to-go.ts';
import { deviationAt, GLICKO_SCALE, INITIAL_RATING, RATING_PERIOD_MS } from '../ratings/rating.ts';
import type { Queries } from './client.ts';
import { toPlayer } from './players.ts';
import { toStoredRating } from './ratings.ts';
import { searchInWindows } from './windows.ts';

const Place = z.object({ key: z.number(), id: z.string() });
type Place = z.infer<typeof Place>;

const Row = z.object({
  ...Place.shape,
  name: z.string(),
  isBot: z.boolean(),
  rating: z.number(),
  deviation: z.number(),
  volatility: z.number().nullable(),
  games: z.int(),
  updatedAt: z.date(),
});
type Row = z.infer<typeof Row>;

/** SQL: the squared deviation at `now`, by the formula of `deviationAt`. */
const grownSquare = (now: number) => Prisma.sql`
  r.deviation ^ 2 + greatest(0, ${now}::float8 - extract(epoch from r.updated_at)::float8 * 1000) / ${RATING_PERIOD_MS}::float8
    * (coalesce(r.volatility, ${INITIAL_RATING.volatility}::float8) * ${GLICKO_SCALE}::float8) ^ 2`;

const isEstablished = (now: number) => Prisma.sql`${grownSquare(now)} <= ${PROVISIONAL_ABOVE}::float8 ^ 2`;

/** Ratings counted per kind to find the most active one. */
const COUNTED = 100;

const Count = z.object({ kind: RatingKind, rated: z.int(), established: z.int() });

/** Players of a list by rating, the established and the provisional ones apart. */
export function createLeaderboardQueries(
  prisma: Queries,
): Pick<Archive, 'leaderboard' | 'provisional' | 'mostActiveKind'> {
  const search = (kind: RatingKind, condition: Prisma.Sql, after: Place | null, limit: number) =>
    searchInWindows(
      {
        prisma,
        place: Place,
        row: Row,
        lists(from) {
          const below = from && Prisma.sql`and (r.rating, r.player_id) < (${from.key}::float8, ${from.id})`;
          return [
            Prisma.sql`
            select r.rating as key, r.player_id as id, r.* from rating r where r.kind = ${kind} ${below ?? Prisma.empty}`,
          ];
        },
        matching: Prisma.sql`
          select r.key, r.id, p.name, p.is_bot as "isBot", r.rating, r.deviation, r.volatility, r.games, r.updated_at as "updatedAt"
          from listed r join player p on p.id = r.id where p.closed_at is null and ${condition}`,
      },
      after,
      limit,
    );

  const shown = (row: Row, now: number) => ({
    player: toPlayer(row),
    rating: Math.round(row.rating),
    deviation: Math.round(deviationAt(toStoredRating(row), now)),
    games: row.games,
  });

  return {
    async leaderboard(kind, now, after, limit) {
      const from = after && { key: after.rating, id: after.id };
      const { rows, next } = await search(kind, isEstablished(now), from, limit);
      const rowsBefore = after?.place ?? 0;
      return {
        rows: rows.map((row, i) => ({ place: rowsBefore + 1 + i, ...shown(row, now) })),
        next: next && { rating: next.key, id: next.id, place: rowsBefore + rows.length },
      };
    },

    async provisional(kind, now, limit) {
      const { rows } = await search(kind, Prisma.sql`not (${isEstablished(now)})`, null, limit);
      return rows.map((row) => ({
        ...shown(row, now),
        gamesToGo: gamesToGo(kind, toStoredRating(row), now),
      }));
    },

    async mostActiveKind(now) {
      const answer = await prisma.$queryRaw`
        select k.kind, counted.rated, counted.established
        from unnest(${[...RATING_KINDS]}::text[]) as k(kind), lateral (
          select count(*)::int as rated, (count(*) filter (where ${isEstablished(now)}))::int as established
          from (select * from rating r where r.kind = k.kind order by r.rating desc, r.player_id desc limit ${COUNTED}) r
        ) as counted`;
      const [first] = z
        .array(Count)
        .parse(answer)
        .toSorted(
          (a, b) =>
            b.established - a.established ||
            b.rated - a.rated ||
            Number(b.kind === 'blitz') - Number(a.kind === 'blitz'),
        );
      return first?.kind ?? 'blitz';
    },
  };
}

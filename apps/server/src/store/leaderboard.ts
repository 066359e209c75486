import { Player, PROVISIONAL_ABOVE, RATING_KINDS, RatingKind } from '@terrace/protocol';
import { z } from 'zod';
import type { Archive } from '../archive/archive.ports.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { gamesToGo } from '../ratings/games-to-go.ts';
import { deviationAt, GLICKO_SCALE, INITIAL_RATING, RATING_PERIOD_MS } from '../ratings/rating.ts';
import { toStoredRating } from './ratings.ts';
import { runQuery } from './run-query.ts';
import { searchInWindows, WINDOW } from './windows.ts';

const Row = z.object({
  playerId: Player.shape.id,
  name: Player.shape.name,
  rating: z.number(),
  deviation: z.number(),
  volatility: z.number().nullable(),
  games: z.int(),
  updatedAt: z.date(),
});
type Row = z.infer<typeof Row>;

/** SQL for the square of a deviation at `now`: the formula of `deviationAt`. */
const grownSquare = (now: number) => Prisma.sql`
  r.deviation ^ 2 + greatest(0, ${now}::float8 - extract(epoch from r.updated_at)::float8 * 1000) / ${RATING_PERIOD_MS}::float8
    * (coalesce(r.volatility, ${INITIAL_RATING.volatility}::float8) * ${GLICKO_SCALE}::float8) ^ 2`;

const isEstablished = (now: number) => Prisma.sql`${grownSquare(now)} <= ${PROVISIONAL_ABOVE}::float8 ^ 2`;

/** What a window holds beside the row of a player who was found, or of none. */
const Window = z.object({ looked: z.int(), toRating: z.number(), toId: z.string(), found: z.boolean() });

type Place = { readonly rating: number; readonly id: string };

/** Ratings of each kind that are counted to find the liveliest one. */
const COUNTED = 100;

const Count = z.object({ kind: RatingKind, rated: z.int(), established: z.int() });

/** Players of a kind by their ratings: those that are established, and those that are provisional. */
export function createLeaderboardQueries(
  prisma: PrismaClient,
): Pick<Archive, 'leaderboard' | 'provisional' | 'livelyKind'> {
  /** The ratings of a kind that fulfil a condition, best first. */
  const search = (kind: RatingKind, condition: Prisma.Sql, after: Place | null, limit: number) =>
    searchInWindows<Row, Place>(
      after,
      limit,
      async (from, most) => {
        const below =
          from === null ? Prisma.sql`true` : Prisma.sql`(r.rating, r.player_id) < (${from.rating}::float8, ${from.id})`;
        const answer = await runQuery(
          () => prisma.$queryRaw`
            with looked as materialized (
              select r.* from rating r where r.kind = ${kind} and ${below}
              order by r.rating desc, r.player_id desc limit ${WINDOW}
            ), bound as (
              select (select count(*) from looked)::int as looked, rating as "toRating", player_id as "toId"
              from looked order by rating, player_id limit 1
            ), found as (
              select r.player_id as "playerId", p.name, r.rating, r.deviation, r.volatility, r.games,
                r.updated_at as "updatedAt", true as found
              from looked r join player p on p.id = r.player_id
              where p.closed_at is null and ${condition}
              order by r.rating desc, r.player_id desc limit ${most}
            )
            select f.*, coalesce(f.found, false) as found, b.* from bound b left join found f on true
            order by f.rating desc, f."playerId" desc`,
        );
        const [bound] = z.array(Window).parse(answer);
        const isEnd = bound === undefined || bound.looked < WINDOW;
        return {
          found: z.array(Row).parse(bound?.found ? answer : []),
          lookedTo: isEnd ? null : { rating: bound.toRating, id: bound.toId },
        };
      },
      ({ rating, playerId }) => ({ rating, id: playerId }),
    );

  const shown = (row: Row, kind: RatingKind, now: number) => ({
    player: { id: row.playerId, name: row.name },
    rating: Math.round(row.rating),
    deviation: Math.round(deviationAt(toStoredRating({ ...row, kind }), now)),
    games: row.games,
  });

  return {
    async leaderboard(kind, now, after, limit) {
      const { rows, next } = await search(kind, isEstablished(now), after, limit);
      const rowsBefore = after?.place ?? 0;
      return {
        rows: rows.map((row, i) => ({ place: rowsBefore + 1 + i, ...shown(row, kind, now) })),
        next: next && { ...next, place: rowsBefore + rows.length },
      };
    },

    async provisional(kind, now, limit) {
      const { rows } = await search(kind, Prisma.sql`not (${isEstablished(now)})`, null, limit);
      return rows.map((row) => ({
        ...shown(row, kind, now),
        gamesToGo: gamesToGo(kind, toStoredRating({ ...row, kind }), now),
      }));
    },

    async livelyKind(now) {
      const answer = await runQuery(
        () => prisma.$queryRaw`
          select k.kind, counted.rated, counted.established
          from unnest(${[...RATING_KINDS]}::text[]) as k(kind), lateral (
            select count(*)::int as rated, (count(*) filter (where ${isEstablished(now)}))::int as established
            from (select * from rating r where r.kind = k.kind order by r.rating desc, r.player_id desc limit ${COUNTED}) r
          ) as counted`,
      );
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

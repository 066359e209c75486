import { Player, PROVISIONAL_ABOVE } from '@terrace/protocol';
import { z } from 'zod';
import type { Archive } from '../archive/store.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { deviationAt, GLICKO_SCALE, INITIAL_RATING, RATING_PERIOD_MS } from '../ratings/rating.ts';
import { runQuery } from './client.ts';
import { toPage } from './page.ts';
import { toStoredRating } from './ratings.ts';

const Row = z.object({
  playerId: Player.shape.id,
  name: Player.shape.name,
  rating: z.number(),
  deviation: z.number(),
  volatility: z.number().nullable(),
  games: z.int(),
  updatedAt: z.date(),
});

/** SQL for the square of a deviation at `now`: the formula of `deviationAt`. */
const grownSquare = (now: number) => Prisma.sql`
  r.deviation ^ 2 + greatest(0, ${now}::float8 - extract(epoch from r.updated_at)::float8 * 1000) / ${RATING_PERIOD_MS}::float8
    * (coalesce(r.volatility, ${INITIAL_RATING.volatility}::float8) * ${GLICKO_SCALE}::float8) ^ 2`;

/** Players whose rating in a kind is not provisional, best first. */
export const createLeaderboardQuery =
  (prisma: PrismaClient): Archive['leaderboard'] =>
  async (kind, now, after, limit) => {
    const from =
      after === null ? Prisma.sql`true` : Prisma.sql`(r.rating, r.player_id) < (${after.rating}::float8, ${after.id})`;
    const found = await runQuery(
      () => prisma.$queryRaw`
        select r.player_id as "playerId", p.name, r.rating, r.deviation, r.volatility, r.games, r.updated_at as "updatedAt"
        from rating r join player p on p.id = r.player_id
        where r.kind = ${kind} and p.closed_at is null and ${from}
          and ${grownSquare(now)} <= ${PROVISIONAL_ABOVE}::float8 ^ 2
        order by r.rating desc, r.player_id desc limit ${limit + 1}`,
    );
    const rows = z.array(Row).parse(found);
    const { page, last } = toPage(rows, limit);
    const rowsBefore = after?.place ?? 0;
    return {
      rows: page.map((row, i) => ({
        place: rowsBefore + 1 + i,
        player: { id: row.playerId, name: row.name },
        rating: Math.round(row.rating),
        deviation: Math.round(deviationAt(toStoredRating({ ...row, kind }), now)),
        games: row.games,
      })),
      next: last === undefined ? null : { rating: last.rating, id: last.playerId, place: rowsBefore + page.length },
    };
  };

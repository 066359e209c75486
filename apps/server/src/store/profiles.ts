import { type Player, PlayerId, PlayerProfile, RatingHistory, RatingKind, Score } from '@terrace/protocol';
import { z } from 'zod';
import type { Archive } from '../archive/store.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { deviationAt, isProvisional } from '../ratings/rating.ts';
import { runQuery } from './client.ts';
import { toStoredRating } from './ratings.ts';
import { currentNames, visibleTo } from './visibility.ts';

/** Opponents shown, and points of a rating's history at the most. */
const OPPONENTS = 10;
const POINTS = 1000;

const ByKind = z.array(z.object({ kind: z.nullable(RatingKind), ...Score.shape }));
const ByOpponent = z.array(z.object({ opponent: PlayerId, ...Score.shape }));

/** A player's own finished games, and their score in them. */
const played = ({ id }: Player, asker: PlayerId | undefined) =>
  Prisma.sql`g.players @> ${[id]} and g.ended_at is not null and ${visibleTo(asker)}`;
const score = ({ id }: Player) => Prisma.sql`
  count(*)::int as games, (count(*) filter (where g.winner = ${id}))::int as won,
  (count(*) filter (where g.winner is null))::int as drawn, (count(*) filter (where g.winner <> ${id}))::int as lost`;

/** What is told of a player. */
export const createProfileQueries = (prisma: PrismaClient): Pick<Archive, 'profile' | 'ratingHistory'> => ({
  async profile(player, asker, now) {
    const [row, kinds, opponents, met] = await runQuery(() =>
      Promise.all([
        prisma.player.findUnique({
          where: { id: player.id },
          include: { user: { select: { id: true } }, ratings: true },
        }),
        prisma.$queryRaw`select g.kind, ${score(player)} from game g where ${played(player, asker)} group by g.kind`,
        prisma.$queryRaw`
          select o.opponent, ${score(player)} from game g, unnest(g.players) as o(opponent)
          where ${played(player, asker)} and o.opponent <> ${player.id}
          group by o.opponent order by games desc, o.opponent limit ${OPPONENTS}`,
        asker === undefined || asker === player.id
          ? []
          : prisma.$queryRaw`
              select ${asker} as opponent, ${score(player)} from game g
              where ${played(player, asker)} and g.players @> ${[asker]}`,
      ]),
    );
    if (row === null) return undefined;
    const most = ByOpponent.parse(opponents);
    const names = await currentNames(
      prisma,
      most.map(({ opponent }) => opponent),
    );
    const [against] = ByOpponent.parse(met);
    const byKind = ByKind.parse(kinds);
    return PlayerProfile.parse({
      player: { id: player.id, name: row.name },
      guest: row.user === null,
      joinedAt: row.createdAt.getTime(),
      ratings: RatingKind.options.flatMap((kind) => {
        const found = row.ratings.find((rating) => rating.kind === kind);
        if (found === undefined) return [];
        const strength = toStoredRating(found);
        const deviation = deviationAt(strength, now);
        const provisional = isProvisional(deviation);
        const { rating, games } = strength;
        return [{ kind, rating: Math.round(rating), deviation: Math.round(deviation), provisional, games }];
      }),
      results: [...RatingKind.options, null].flatMap((kind) => {
        const found = byKind.find((each) => each.kind === kind);
        return found === undefined ? [] : [{ kind, score: found }];
      }),
      opponents: most.flatMap(({ opponent, ...score }) => {
        const name = names.get(opponent);
        return name === undefined ? [] : [{ player: { id: opponent, name }, score }];
      }),
      againstMe: against === undefined || against.games === 0 ? null : against,
    });
  },

  async ratingHistory(playerId, kind) {
    const rows = await runQuery(() =>
      prisma.ratingChange.findMany({
        where: { playerId, kind },
        orderBy: [{ at: 'desc' }, { gameId: 'desc' }],
        take: POINTS,
      }),
    );
    const points = rows.reverse().map(({ at, gameId, rating, deviation }) => ({
      at: at.getTime(),
      gameId,
      rating: Math.round(rating),
      deviation: Math.round(deviation),
    }));
    return RatingHistory.parse({ kind, points });
  },
});

import {
  computerRating,
  isComputer,
  type Player,
  PlayerId,
  PlayerProfile,
  type PlayerRating,
  RatingHistory,
  RatingKind,
  Score,
} from '@terrace/protocol';
import { z } from 'zod';
import type { Archive } from '../archive/store.ts';
import { Prisma, type PrismaClient, type Rating } from '../generated/prisma/client.ts';
import { deviationAt, isProvisional } from '../ratings/rating.ts';
import { runQuery } from './client.ts';
import { currentNames } from './players.ts';
import { toStoredRating } from './ratings.ts';
import { visibleTo } from './visibility.ts';

/** Opponents in a profile, and points of a rating history, at most. */
const MAX_OPPONENTS = 10;
const MAX_POINTS = 1000;

const ByKind = z.array(z.object({ kind: z.nullable(RatingKind), ...Score.shape }));
const ByOpponent = z.array(z.object({ opponent: PlayerId, ...Score.shape }));

/** SQL: a player's finished games `g` that the viewer may see, and the player's score in them. */
const played = ({ id }: Player, viewer: PlayerId | undefined) =>
  Prisma.sql`g.players @> ${[id]} and g.ended_at is not null and ${visibleTo(viewer)}`;
const score = ({ id }: Player) => Prisma.sql`
  count(*)::int as games, (count(*) filter (where g.winner = ${id}))::int as won,
  (count(*) filter (where g.winner is null))::int as drawn, (count(*) filter (where g.winner <> ${id}))::int as lost`;

/** What is stored of a player, or, of a computer, known without. */
type Facts = Pick<PlayerProfile, 'player' | 'guest' | 'joinedAt' | 'ratings'>;

type PlayerRow = {
  readonly name: string;
  readonly createdAt: Date;
  readonly user: unknown;
  readonly ratings: readonly Rating[];
};

const storedFacts = ({ id }: Player, row: PlayerRow, now: number): Facts => ({
  player: { id, name: row.name },
  guest: row.user === null,
  joinedAt: row.createdAt.getTime(),
  ratings: RatingKind.options.flatMap((kind) => {
    const found = row.ratings.find((rating) => rating.kind === kind);
    if (found === undefined) return [];
    const stored = toStoredRating(found);
    const deviation = deviationAt(stored, now);
    const provisional = isProvisional(deviation);
    const { rating, games } = stored;
    return [{ kind, rating: Math.round(rating), deviation: Math.round(deviation), provisional, games }];
  }),
});

/** A computer was always here, and its ratings do not change. */
const computerFacts = (player: Player): Facts => ({
  player,
  guest: false,
  joinedAt: 0,
  ratings: RatingKind.options.flatMap((kind): PlayerRating[] => {
    const mark = computerRating(player.id, kind);
    return mark === undefined ? [] : [{ kind, rating: mark.value, deviation: 0, provisional: false, games: 0 }];
  }),
});

/** Profiles and rating histories of players. */
export const createProfileQueries = (prisma: PrismaClient): Pick<Archive, 'profile' | 'ratingHistory'> => ({
  async profile(player, viewer, now) {
    const [row, kinds, opponents, met] = await runQuery(() =>
      Promise.all([
        prisma.player.findUnique({
          where: { id: player.id },
          include: { user: { select: { id: true } }, ratings: true },
        }),
        prisma.$queryRaw`select g.kind, ${score(player)} from game g where ${played(player, viewer)} group by g.kind`,
        prisma.$queryRaw`
          select o.opponent, ${score(player)} from game g, unnest(g.players) as o(opponent)
          where ${played(player, viewer)} and o.opponent <> ${player.id}
          group by o.opponent order by games desc, o.opponent limit ${MAX_OPPONENTS}`,
        viewer === undefined || viewer === player.id
          ? []
          : prisma.$queryRaw`
              select ${viewer} as opponent, ${score(player)} from game g
              where ${played(player, viewer)} and g.players @> ${[viewer]}`,
      ]),
    );
    if (row === null && !isComputer(player)) return undefined;
    const facts = row === null ? computerFacts(player) : storedFacts(player, row, now);
    const frequent = ByOpponent.parse(opponents);
    const names = await currentNames(
      prisma,
      frequent.map(({ opponent }) => opponent),
    );
    const [against] = ByOpponent.parse(met);
    const byKind = ByKind.parse(kinds);
    return PlayerProfile.parse({
      ...facts,
      results: [...RatingKind.options, null].flatMap((kind) => {
        const found = byKind.find((each) => each.kind === kind);
        return found === undefined ? [] : [{ kind, score: found }];
      }),
      opponents: frequent.flatMap(({ opponent, ...score }) => {
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
        take: MAX_POINTS,
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

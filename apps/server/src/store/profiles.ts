import {
  COMPUTER_IDS,
  computerRating,
  computerStrength,
  type Player,
  PlayerId,
  PlayerProfile,
  type PlayerRating,
  RatingHistory,
  RatingKind,
  Score,
  Strength,
} from '@terrace/protocol';
import { z } from 'zod';
import type { Archive } from '../archive/store.ts';
import { Prisma, type PrismaClient, type Rating } from '../generated/prisma/client.ts';
import { deviationAt, isProvisional } from '../ratings/rating.ts';
import { runQuery } from './client.ts';
import { withPeople } from './exhibitions.ts';
import { currentNames } from './players.ts';
import { toStoredRating } from './ratings.ts';
import { idsOf, scoreOf, withoutComputers } from './scores.ts';
import { visibleTo } from './visibility.ts';

/** Opponents in a profile, and points of a rating history, at most. */
const MAX_OPPONENTS = 10;
const MAX_POINTS = 1000;

const ByKind = z.array(z.object({ kind: z.nullable(RatingKind), ...Score.shape }));
const ByStrength = z.array(z.object({ strength: Strength, ...Score.shape }));
const ByOpponent = z.array(z.object({ opponent: PlayerId, ...Score.shape }));

/** SQL: finished games `g` of a player that the viewer may see. */
const played = (players: readonly PlayerId[], viewer: PlayerId | undefined) =>
  Prisma.sql`g.players && ${players} and g.ended_at is not null and ${withPeople} and ${visibleTo(viewer)}`;

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
    const strength = computerStrength(player.id);
    const ids = idsOf(player.id);
    const score = scoreOf(ids);
    const amongPeople = strength === undefined ? withoutComputers : Prisma.sql`true`;
    const [row, kinds, opponents, computers, met] = await runQuery(() =>
      Promise.all([
        prisma.player.findUnique({
          where: { id: player.id },
          include: { user: { select: { id: true } }, ratings: true },
        }),
        prisma.$queryRaw`
          select g.kind, ${score} from game g where ${played(ids, viewer)} and ${amongPeople} group by g.kind`,
        prisma.$queryRaw`
          select o.opponent, ${score} from game g, unnest(g.players) as o(opponent)
          where ${played(ids, viewer)} and o.opponent <> all(${[...ids, ...COMPUTER_IDS]})
          group by o.opponent order by games desc, o.opponent limit ${MAX_OPPONENTS}`,
        prisma.$queryRaw`
          select g.strength, ${score} from (
            select distinct g.*, split_part(o.opponent, '-', 2)::int as strength
            from game g, unnest(g.players) as o(opponent)
            where ${played(ids, viewer)} and o.opponent = any(${COMPUTER_IDS}) and o.opponent <> all(${ids})
          ) as g group by g.strength order by g.strength`,
        viewer === undefined || viewer === player.id
          ? []
          : prisma.$queryRaw`
              select ${viewer} as opponent, ${score} from game g
              where ${played(ids, viewer)} and g.players @> ${[viewer]}`,
      ]),
    );
    if (row === null && strength === undefined) return undefined;
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
      computers: ByStrength.parse(computers).map(({ strength: met, ...found }) => ({ strength: met, score: found })),
      opponents: frequent.flatMap(({ opponent, ...found }) => {
        const name = names.get(opponent);
        return name === undefined ? [] : [{ player: { id: opponent, name }, score: found }];
      }),
      againstMe: against === undefined || against.games === 0 ? null : against,
    });
  },

  async ratingHistory(playerId, kind, viewer) {
    const own = viewer === undefined ? [] : [{ players: { has: viewer } }];
    const visible = { OR: [{ settings: { path: ['seen'], equals: 'public' } }, ...own] };
    const rows = await runQuery(() =>
      prisma.ratingChange.findMany({
        where: { playerId, kind, game: { game: visible } },
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

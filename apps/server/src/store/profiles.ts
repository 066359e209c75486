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
import { omit } from 'zod/mini';
import type { Archive } from '../archive/archive.ports.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { deviationAt, isProvisional } from '../ratings/rating.ts';
import type { Queries } from './client.ts';
import { idsOf, isPlayed, scoreOf, visibleTo, withoutComputers, withPeople } from './conditions.ts';
import { currentPlayers, toPlayer } from './players.ts';
import { toStoredRating } from './ratings.ts';

const MAX_OPPONENTS = 10;
const MAX_POINTS = 1000;

/** A profile counts only the latest games, so that it takes the same time for every player. */
const MAX_COUNTED_GAMES = 10_000;

const Results = z.object({
  kinds: z.array(z.object({ kind: z.nullable(RatingKind), ...Score.shape })),
  opponents: z.array(z.object({ opponent: PlayerId, ...Score.shape })),
  computers: z.array(z.object({ strength: Strength, ...Score.shape })),
  met: z.array(z.object(Score.shape)),
});

const PlayedProfile = omit(PlayerProfile, { followers: true, followed: true, vacationUntil: true });

const list = (query: Prisma.Sql) => Prisma.sql`(select coalesce(json_agg(each), '[]') from (${query}) as each)`;

const played = (players: readonly PlayerId[], viewer: PlayerId | undefined) =>
  Prisma.sql`g.players && ${players} and g.ended_at is not null and ${withPeople} and ${visibleTo(viewer)} and ${isPlayed}`;

type Facts = Pick<PlayerProfile, 'player' | 'guest' | 'joinedAt' | 'ratings'>;

type PlayerRow = Prisma.PlayerGetPayload<{ include: { user: { select: { id: true } }; ratings: true } }>;

const storedFacts = (row: PlayerRow, now: number): Facts => ({
  player: toPlayer(row),
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

/** Computers have no join date, and fixed ratings. */
const computerFacts = (player: Player): Facts => ({
  player,
  guest: false,
  joinedAt: 0,
  ratings: RatingKind.options.flatMap((kind): PlayerRating[] => {
    const mark = computerRating(player.id);
    return mark === undefined ? [] : [{ kind, rating: mark.value, deviation: 0, provisional: false, games: 0 }];
  }),
});

export const createProfileQueries = (prisma: Queries): Pick<Archive, 'profile' | 'ratingHistory'> => ({
  async profile(player, viewer, now) {
    const strength = computerStrength(player.id);
    const ids = idsOf(player.id);
    const score = scoreOf(ids);
    const amongPeople = strength === undefined ? withoutComputers : Prisma.sql`true`;
    const other = viewer === player.id ? undefined : viewer;
    const [row, [results]] = await Promise.all([
      prisma.player.findUnique({
        where: { id: player.id },
        include: { user: { select: { id: true } }, ratings: true },
      }),
      prisma.$queryRaw<unknown[]>`
        with latest as materialized (
          select g.kind, g.seats, g.players, g.winner, g.places from game g where ${played(ids, viewer)}
          order by g.ended_at desc limit ${MAX_COUNTED_GAMES}
        )
        select
          ${list(Prisma.sql`select g.kind, ${score} from latest g where ${amongPeople} group by g.kind`)} as kinds,
          ${list(Prisma.sql`
            select o.opponent, ${score} from latest g, unnest(g.players) as o(opponent)
            where o.opponent <> all(${[...ids, ...COMPUTER_IDS]})
            group by o.opponent order by games desc, o.opponent limit ${MAX_OPPONENTS}`)} as opponents,
          ${list(Prisma.sql`
            select g.strength, ${score} from (
              select g.*, o.strength from latest g, lateral (
                select distinct split_part(each.id, '-', 2)::int as strength from unnest(g.players) as each(id)
                where each.id = any(${COMPUTER_IDS}) and each.id <> all(${ids})
              ) as o
            ) as g group by g.strength order by g.strength`)} as computers,
          ${list(Prisma.sql`
            select ${score} from latest g
            where g.players @> array[${other ?? null}::text]`)} as met`,
    ]);
    const { kinds, opponents, computers, met } = Results.parse(results);
    if (row === null && strength === undefined) return undefined;
    const facts = row === null ? computerFacts(player) : storedFacts(row, now);
    const opponentIds = opponents.map(({ opponent }) => opponent);
    const players = await currentPlayers(prisma, opponentIds);
    const [against] = other === undefined ? [] : met;
    return PlayedProfile.parse({
      ...facts,
      results: [...RatingKind.options, null].flatMap((kind) => {
        const found = kinds.find((each) => each.kind === kind);
        return found === undefined ? [] : [{ kind, score: found }];
      }),
      computers: computers.map(({ strength: met, ...found }) => ({ strength: met, score: found })),
      opponents: opponents.flatMap(({ opponent, ...found }) => {
        const met = players.get(opponent);
        return met === undefined ? [] : [{ player: met, score: found }];
      }),
      againstMe: against === undefined || against.games === 0 ? null : against,
    });
  },

  async ratingHistory(playerId, kind, viewer) {
    const own = viewer === undefined ? [] : [{ players: { has: viewer } }];
    const visible = { OR: [{ settings: { path: ['seen'], equals: 'public' } }, ...own] };
    const rows = await prisma.ratingChange.findMany({
      where: { playerId, kind, game: { game: visible } },
      orderBy: [{ at: 'desc' }, { gameId: 'desc' }],
      take: MAX_POINTS,
    });
    const points = rows.reverse().map(({ at, gameId, rating, deviation }) => ({
      at: at.getTime(),
      gameId,
      rating: Math.round(rating),
      deviation: Math.round(deviation),
    }));
    return RatingHistory.parse({ kind, points });
  },
});

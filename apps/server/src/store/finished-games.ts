import {
  DAY_MS,
  EndReason,
  FinishedGame,
  GameId,
  type Player,
  PlayerId,
  RatingKind,
  SideName,
} from '@terrace/protocol';
import { z } from 'zod';
import type { Archive, ArchiveSearch, GameCursor } from '../archive/store.ts';
import { playersOf } from '../game/summary.ts';
import { Prisma, type PrismaClient } from '../generated/prisma/client.ts';
import { changesBySide } from '../ratings/changes.ts';
import type { RatingQueries } from '../ratings/store.ts';
import { runQuery } from './client.ts';
import { withPeople } from './exhibitions.ts';
import { toPage } from './page.ts';
import { currentNames } from './players.ts';
import { idsOf, OUTCOMES } from './scores.ts';
import { visibleTo } from './visibility.ts';

const Row = z.object({
  id: GameId,
  kind: z.nullable(RatingKind),
  settings: FinishedGame.shape.settings,
  seats: FinishedGame.shape.seats,
  ply: z.int(),
  created_at: z.date(),
  ended_at: z.date(),
  ended_by: EndReason,
  winner: z.nullable(PlayerId),
  places: z.array(z.array(SideName)),
});
type Row = z.infer<typeof Row>;

/** Finished games that match a search, latest end first. */
export const createFinishedGamesQuery =
  (prisma: PrismaClient, ratings: RatingQueries): Archive['finished'] =>
  async (search, viewer, after, limit) => {
    const found = await runQuery(
      () => prisma.$queryRaw`
        select g.id, g.kind, g.settings, g.seats, g.ply, g.created_at, g.ended_at, g.ended_by, g.winner, g.places
        from game g
        where ${Prisma.join([Prisma.sql`g.ended_at is not null`, withPeople, visibleTo(viewer), ...conditions(search, after)], ' and ')}
        order by g.ended_at desc, g.id desc limit ${limit + 1}`,
    );
    const rows = z.array(Row).parse(found);
    const { page, last } = toPage(rows, limit);
    const [names, changes] = await Promise.all([
      currentNames(
        prisma,
        page.flatMap(({ seats }) => playersOf(seats)),
      ),
      ratings.changesOf(page.map(({ id }) => id)),
    ]);
    return {
      rows: page.map((row) => toGame(row, names, changesBySide(row.seats, changes.get(row.id) ?? []))),
      next: last === undefined ? null : { endedAt: last.ended_at.getTime(), id: last.id },
    };
  };

/** Conditions of the search; all must hold. */
function conditions(search: ArchiveSearch, after: GameCursor | null): readonly Prisma.Sql[] {
  const { player, opponent, result, kind, rated, setup, seats, end, minMoves, maxMoves, from, until } = search;
  const players = [player, opponent].flatMap((each) => (each === undefined ? [] : [idsOf(each)]));
  const given: readonly (Prisma.Sql | '' | false | null | undefined)[] = [
    ...players.map((ids) => Prisma.sql`g.players && ${ids}`),
    result && (player === undefined ? Prisma.sql`g.winner is null` : OUTCOMES[result](idsOf(player))),
    kind && Prisma.sql`g.kind = ${kind}`,
    rated && Prisma.sql`g.settings->>'rated' = ${rated}`,
    setup && Prisma.sql`g.settings->>'setup' = ${setup}`,
    seats !== undefined && Prisma.sql`jsonb_array_length(g.seats) = ${seats}`,
    end && Prisma.sql`g.ended_by = ${end}`,
    minMoves !== undefined && Prisma.sql`g.ply > ${minMoves}`,
    maxMoves !== undefined && Prisma.sql`g.ply <= ${maxMoves + 1}`,
    from && Prisma.sql`g.ended_at >= ${new Date(from)}::timestamptz`,
    until && Prisma.sql`g.ended_at < ${new Date(Date.parse(until) + DAY_MS)}::timestamptz`,
    after && Prisma.sql`(g.ended_at, g.id) < (${new Date(after.endedAt)}::timestamptz, ${after.id})`,
  ];
  return given.filter((each) => each instanceof Prisma.Sql);
}

/** A finished game as clients see it, with the names its players have now. */
function toGame(row: Row, names: ReadonlyMap<string, string>, changes: FinishedGame['changes']): FinishedGame {
  const winner = row.winner && row.seats.find(({ player }) => player?.id === row.winner)?.side;
  const named = ({ id, name }: Player): Player => ({ id, name: names.get(id) ?? name });
  const seats = row.seats.map(({ side, player, leaver }) => ({
    side,
    player: player && named(player),
    reserved: null,
    ...(leaver && { leaver: named(leaver) }),
  }));
  return {
    id: row.id,
    status: 'over',
    settings: row.settings,
    seats,
    turn: null,
    ply: row.ply,
    createdAt: row.created_at.getTime(),
    kind: row.kind,
    endedAt: row.ended_at.getTime(),
    result: { winner: winner ?? null, by: row.ended_by, places: row.places },
    changes,
  };
}

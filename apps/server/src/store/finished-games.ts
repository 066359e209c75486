import {
  CloseReason,
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
import type { Archive, ArchiveSearch } from '../archive/archive.ports.ts';
import { playersOf } from '../game-service/summary.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { changesBySide } from '../ratings/changes.ts';
import type { RatingQueries } from '../ratings/ratings.ports.ts';
import type { Queries } from './client.ts';
import { idsOf, OUTCOMES, visibleTo, withPeople } from './conditions.ts';
import { currentPlayers } from './players.ts';
import { searchInWindows } from './windows.ts';

const Place = z.object({ key: z.date(), id: GameId });
type Place = z.infer<typeof Place>;

const Row = z.object({
  ...Place.shape,
  kind: z.nullable(RatingKind),
  settings: FinishedGame.shape.settings,
  seats: FinishedGame.shape.seats,
  ply: z.int(),
  created_at: z.date(),
  ended_by: z.nullable(EndReason),
  closed_by: z.nullable(CloseReason),
  closed_side: z.nullable(SideName),
  winner: z.nullable(PlayerId),
  places: z.nullable(z.array(z.array(SideName))),
  final_position: z.nullable(z.string()),
});
type Row = z.infer<typeof Row>;

export const createFinishedGamesQuery =
  (prisma: Queries, ratings: RatingQueries): Archive['finished'] =>
  async (search, viewer, after, limit) => {
    if (endings(search).length === 0) return { rows: [], next: null };
    const matching = all([withPeople, visibleTo(viewer), ...filters(search)]);
    const { rows, next } = await searchInWindows(
      {
        prisma,
        place: Place,
        row: Row,
        lists: (from) => endings(search).map((at) => listOf(at, search, from)),
        matching: Prisma.sql`select * from listed g where ${matching}`,
      },
      after && { key: new Date(after.endedAt), id: after.id },
      limit,
    );
    const players = rows.flatMap(({ seats }) => playersOf(seats));
    const [known, changes] = await Promise.all([
      currentPlayers(prisma, players),
      ratings.changesOf(rows.map(({ id }) => id)),
    ]);
    return {
      rows: rows.map((row) => toGame(row, known, changesBySide(row.seats, changes.get(row.id) ?? []))),
      next: next && { endedAt: next.key.getTime(), id: next.id },
    };
  };

/** The columns with the end of a game: of one with a result, and of one that was called off, which has none. */
const ENDED = Prisma.sql`g.ended_at`;
const CALLED_OFF = Prisma.sql`g.called_off_at`;

function endings({ result, end }: ArchiveSearch): readonly Prisma.Sql[] {
  if (end === 'called-off') return result === undefined ? [CALLED_OFF] : []; // it has no result
  return result === undefined && end === undefined ? [ENDED, CALLED_OFF] : [ENDED];
}

const listOf = (at: Prisma.Sql, search: ArchiveSearch, from: Place | null): Prisma.Sql => Prisma.sql`
  select ${at} as key, g.id, g.kind, g.settings, g.seats, g.players, g.ply, g.created_at, g.ended_by, g.winner, g.places,
    g.final_position, g.closed_by, g.closed_side
  from game g where ${all([Prisma.sql`${at} is not null`, ...bounds(at, search, from)])}`;

const all = (conditions: readonly Prisma.Sql[]): Prisma.Sql => Prisma.join([...conditions], ' and ');

type Given = readonly (Prisma.Sql | '' | false | null | undefined)[];

const given = (conditions: Given): readonly Prisma.Sql[] => conditions.filter((each) => each instanceof Prisma.Sql);

/** Conditions with an index: players and end time. */
function bounds(
  at: Prisma.Sql,
  { player, opponent, from, until }: ArchiveSearch,
  after: Place | null,
): readonly Prisma.Sql[] {
  const players = [player, opponent].flatMap((each) => (each === undefined ? [] : [idsOf(each)]));
  return given([
    ...players.map((ids) => Prisma.sql`g.players && ${ids}`),
    from && Prisma.sql`${at} >= ${new Date(from)}::timestamptz`,
    until && Prisma.sql`${at} < ${new Date(Date.parse(until) + DAY_MS)}::timestamptz`,
    after && Prisma.sql`(${at}, g.id) < (${after.key}::timestamptz, ${after.id})`,
  ]);
}

/** Conditions without an index, checked for each game of a window. */
const filters = ({ player, result, kind, rated, setup, seats, end, minMoves, maxMoves }: ArchiveSearch) =>
  given([
    result && (player === undefined ? Prisma.sql`g.winner is null` : OUTCOMES[result](idsOf(player))),
    kind && Prisma.sql`g.kind = ${kind}`,
    rated && Prisma.sql`g.settings->>'rated' = ${rated}`,
    setup && Prisma.sql`g.settings->>'setup' = ${setup}`,
    seats !== undefined && Prisma.sql`jsonb_array_length(g.seats) = ${seats}`,
    end && end !== 'called-off' && Prisma.sql`g.ended_by = ${end}`,
    minMoves !== undefined && Prisma.sql`g.ply > ${minMoves}`,
    maxMoves !== undefined && Prisma.sql`g.ply <= ${maxMoves + 1}`,
  ]);

function toGame(row: Row, known: ReadonlyMap<string, Player>, changes: FinishedGame['changes']): FinishedGame {
  const winner = row.winner && row.seats.find(({ player }) => player?.id === row.winner)?.side;
  const named = (player: Player): Player => known.get(player.id) ?? player;
  const seats = row.seats.map(({ side, player, leaver }) => ({
    side,
    player: player && named(player),
    reserved: null,
    ...(leaver && { leaver: named(leaver) }),
  }));
  return {
    id: row.id,
    status: row.ended_by === null ? 'closed' : 'over',
    settings: row.settings,
    seats,
    turn: null,
    ply: row.ply,
    createdAt: row.created_at.getTime(),
    kind: row.kind,
    endedAt: row.key.getTime(),
    result: row.ended_by && { winner: winner ?? null, by: row.ended_by, places: row.places ?? [] },
    ...(row.closed_by && { calledOff: { by: row.closed_by, side: row.closed_side } }),
    changes,
    position: row.final_position,
  };
}

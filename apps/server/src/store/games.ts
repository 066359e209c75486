import { COMPUTER_IDS, GameId, GameRow, type LoggedEvent } from '@terrace/protocol';
import pLimit from 'p-limit';
import type { GameClaims, GameQueries, GameStore } from '../game-service/games.ports.ts';
import { type AddressQuota, UNCOUNTED } from '../game-service/seat-limits.ts';
import { hasSeat, isInPlay } from '../game-service/summary.ts';
import { type Game, Prisma } from '../generated/prisma/client.ts';
import { type AppendWatch, createAppend } from './append.ts';
import type { Node } from './append-statement.ts';
import type { Database, Prepared } from './client.ts';
import { IS_UNFINISHED, UNFINISHED } from './conditions.ts';
import { dedupeReads } from './dedupe-reads.ts';
import { readGameIds } from './game-ids.ts';
import { createHeartbeat } from './heartbeat.ts';
import { readLog } from './read-log.ts';

/** Rows read at start to fill the lobby. Live games beyond this limit appear there after their next move. */
const MAX_TABLES = 20_000;
const MAX_LIVE_GAMES = 5_000;

/** A node without a heartbeat for longer is gone. */
const GONE_AFTER_S = 5;

/** Logs read concurrently for spectators. Each keeps the event loop busy for a while, and moves run in between. */
const MAX_LOGS_AT_A_TIME = 3;

/** The pools of appends, of other work of moves, and of slow reads. */
export type GamePools = {
  readonly append: Pick<Database, 'prisma' | 'runPrepared'>;
  readonly play: Pick<Database, 'prisma' | 'runPrepared' | 'transaction'>;
  readonly read: Pick<Database, 'prisma' | 'runPrepared'>;
};

/** Bypasses Prisma, since it runs whenever people start a game. */
const LIVE_WITH_COMPUTERS: Prepared = {
  name: 'live_with_computers',
  text: `
    select id from game where status = 'live' and players && $1::text[] and players && $2::text[] limit $3`,
};

const UNWATCHED: AppendWatch = { batchSent: () => undefined, appended: () => undefined };

/** Games in Postgres: the logs and the summary rows. Only the game service appends. */
export function createGameStore(
  pools: GamePools,
  node: Node = null,
  addressQuota: AddressQuota = UNCOUNTED,
  watch: AppendWatch = UNWATCHED,
): GameStore & GameQueries & GameClaims & { appendsWaiting(): number } {
  const [play, read] = [pools.play.prisma, pools.read.prisma];
  const dedupe = dedupeReads<readonly LoggedEvent[]>();
  const limitConcurrency = pLimit(MAX_LOGS_AT_A_TIME);

  async function latestGames(where: Prisma.GameWhereInput, limit: number): Promise<readonly GameRow[]> {
    const rows = await read.game.findMany({ where, orderBy: { updatedAt: 'desc' }, take: limit });
    return rows.map(toRow);
  }

  return {
    ...createHeartbeat({ append: pools.append.prisma, play, read }),
    ...createAppend(pools, node, addressQuota, watch),

    eventsAfter: (gameId, after) => readLog(pools.play.runPrepared, gameId, after, Number.POSITIVE_INFINITY),

    readLog: (gameId, after, most = Number.POSITIVE_INFINITY) =>
      dedupe(`${gameId} ${after} ${most}`, () =>
        limitConcurrency(() => readLog(pools.read.runPrepared, gameId, after, most)),
      ),

    async tables() {
      const rows = await read.game.findMany({
        where: { status: 'open' },
        orderBy: { createdAt: 'desc' },
        take: MAX_TABLES,
      });
      return rows.map(toRow);
    },

    async publicLiveGames() {
      const rows = await read.game.findMany({
        where: { status: 'live', settings: { path: ['seen'], equals: 'public' } },
        orderBy: { updatedAt: 'desc' },
        take: MAX_LIVE_GAMES,
      });
      return rows.map(toRow);
    },

    async publicLiveGamesOf(players) {
      const rows = await latestGames(
        {
          players: { hasSome: [...players] },
          status: { in: UNFINISHED },
          AND: [{ status: 'live' }, { settings: { path: ['seen'], equals: 'public' } }],
        },
        MAX_LIVE_GAMES,
      );
      return rows.filter((row) => players.some((player) => isInPlay(row, player)));
    },

    async unfinishedGamesOf(id, limit) {
      const rows = await latestGames({ players: { has: id }, status: { in: UNFINISHED } }, limit);
      // Without games in which a computer replaced the player: for them these are over.
      return rows.filter((row) => hasSeat(row, id));
    },

    async inboxOf(id, limit) {
      const rows = await read.game.findMany({
        where: { players: { has: id }, status: { in: UNFINISHED } },
        orderBy: { updatedAt: 'desc' },
        take: limit,
      });
      return rows
        .map((game) => ({ row: toRow(game), movedAt: game.updatedAt.getTime(), seq: game.seq }))
        .filter(({ row }) => hasSeat(row, id));
    },

    async liveGamesWithComputersOf(people, limit) {
      const rows = await pools.read.runPrepared(LIVE_WITH_COMPUTERS, [people, COMPUTER_IDS, limit]);
      return rows.map(({ id }) => GameId.parse(id));
    },

    allGamesOf: (player, limit) =>
      latestGames(
        {
          players: { has: player },
          OR: [{ status: { in: [...UNFINISHED, 'over'] } }, { calledOffAt: { not: null } }],
        },
        limit,
      ),

    idsStartingWith: (player, prefix) =>
      readGameIds(read, { where: { id: { startsWith: prefix }, players: { has: player } }, take: 2 }),

    async claimGames(node, isOnly, after, limit) {
      const rows = await play.$queryRaw<{ id: string; deadlineAt: Date | null; hasComputers: boolean }[]>`
        update game g set node = ${node}
        from (
          select id from game
          where ${Prisma.raw(IS_UNFINISHED)} and id > ${after} and node is distinct from ${node}
            and (${isOnly} or not exists (
              select from heartbeat h
              where h.node = game.node and h.at > clock_timestamp() - make_interval(secs => ${GONE_AFTER_S})
            ))
          order by id
          limit ${limit}
          for no key update skip locked
        ) orphan
        where g.id = orphan.id
        returning g.id, g.deadline_at as "deadlineAt", g.players && ${COMPUTER_IDS} as "hasComputers"`;
      const claimed = rows.map(({ id, deadlineAt, hasComputers }) => ({
        id: GameId.parse(id),
        deadlineAt: deadlineAt?.getTime() ?? null,
        hasComputers,
      }));
      return claimed.sort((one, other) => (one.id < other.id ? -1 : 1)); // an update returns rows in any order
    },

    async releaseGames(node) {
      await play.game.updateMany({ where: { status: { in: UNFINISHED }, node }, data: { node: null } });
    },
  };
}

const toRow = ({ id, status, settings, seats, turn, ply, createdAt, deadlineAt }: Game): GameRow =>
  GameRow.parse({
    id,
    status,
    settings,
    seats,
    turn,
    ply,
    createdAt: createdAt.getTime(),
    ...(deadlineAt !== null && { dueAt: deadlineAt.getTime() }),
  });

import { COMPUTER_IDS, GameId, GameRow, type LoggedEvent } from '@terrace/protocol';
import pLimit from 'p-limit';
import type { ComputerQueries } from '../computers/sweeper.ts';
import type { DeadlineQueries, GameQueries, GameStore } from '../game-service/games.ports.ts';
import { type AddressQuota, UNCOUNTED } from '../game-service/seat-limits.ts';
import { hasSeat } from '../game-service/summary.ts';
import { type Game, Prisma } from '../generated/prisma/client.ts';
import { type AppendWatch, createAppend } from './append.ts';
import type { Database, Prepared } from './client.ts';
import { IS_UNFINISHED, UNFINISHED } from './conditions.ts';
import { dedupeReads } from './dedupe-reads.ts';
import { readGameIds } from './game-ids.ts';
import { createHeartbeat } from './heartbeat.ts';
import { readLog } from './read-log.ts';

/** Rows read at start to fill the lobby. Live games beyond this limit appear there after their next move. */
const MAX_TABLES = 20_000;
const MAX_LIVE_GAMES = 500;

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
  addressQuota: AddressQuota = UNCOUNTED,
  watch: AppendWatch = UNWATCHED,
): GameStore & GameQueries & DeadlineQueries & ComputerQueries & { appendsWaiting(): number } {
  const [play, read] = [pools.play.prisma, pools.read.prisma];
  const dedupe = dedupeReads<readonly LoggedEvent[]>();
  const limitConcurrency = pLimit(MAX_LOGS_AT_A_TIME);

  async function latestGames(where: Prisma.GameWhereInput, limit: number): Promise<readonly GameRow[]> {
    const rows = await read.game.findMany({ where, orderBy: { updatedAt: 'desc' }, take: limit });
    return rows.map(toRow);
  }

  return {
    ...createHeartbeat({ append: pools.append.prisma, play, read }),
    ...createAppend(pools, addressQuota, watch),

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

    publicLiveGames: () =>
      readGameIds(read, {
        where: { status: 'live', settings: { path: ['seen'], equals: 'public' } },
        orderBy: { updatedAt: 'desc' },
        take: MAX_LIVE_GAMES,
      }),

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
        .map((game) => ({ row: toRow(game), movedAt: game.updatedAt.getTime() }))
        .filter(({ row }) => hasSeat(row, id));
    },

    async liveGamesWithComputersOf(people, limit) {
      const rows = await pools.read.runPrepared(LIVE_WITH_COMPUTERS, [people, COMPUTER_IDS, limit]);
      return rows.map(({ id }) => GameId.parse(id));
    },

    allGamesOf: (player, limit) =>
      latestGames({ players: { has: player }, status: { in: [...UNFINISHED, 'over'] } }, limit),

    idsStartingWith: (player, prefix) =>
      readGameIds(read, { where: { id: { startsWith: prefix }, players: { has: player } }, take: 2 }),

    async waitingForComputers(instant, limit) {
      const rows = await play.$queryRaw<{ id: string }[]>`
        select g.id from game g
        where g.${Prisma.raw(IS_UNFINISHED)} and g.players && ${COMPUTER_IDS} and g.updated_at < ${new Date(instant)}
          and exists (
            select from jsonb_array_elements(g.seats) as s
            where case g.status
              when 'live' then s ->> 'side' = g.turn and s #>> '{player,id}' = any(${COMPUTER_IDS})
              else s #>> '{reserved,id}' = any(${COMPUTER_IDS})
            end
          )
        order by g.updated_at limit ${limit}`;
      return rows.map(({ id }) => GameId.parse(id));
    },

    async dueBefore(instant, limit) {
      const rows = await play.game.findMany({
        where: { status: { in: UNFINISHED }, deadlineAt: { lt: new Date(instant) } },
        orderBy: { deadlineAt: 'asc' },
        take: limit,
        select: { id: true, deadlineAt: true },
      });
      return rows.map(({ id, deadlineAt }) => ({ id: GameId.parse(id), deadlineAt: deadlineAt?.getTime() ?? instant }));
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
    dueAt: deadlineAt?.getTime(),
  });

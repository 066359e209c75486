import { GameId, GameRow, LoggedEvent } from '@terrace/protocol';
import type { DeadlineQueries, GameQueries, GameStore } from '../game/store.ts';
import type { Game, Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { createAppendQueue } from './append.ts';
import { runQuery } from './client.ts';

/** What a node reads at its start. Live games past this come in with their next move. */
const MOST_TABLES = 20_000;
const MOST_LIVE = 500;

/** Games in Postgres: the log and its summary rows. Only the game service appends. */
export function createGameStore(prisma: PrismaClient): GameStore & GameQueries & DeadlineQueries {
  const append = createAppendQueue(prisma);

  async function latestGames(where: Prisma.GameWhereInput, most: number): Promise<readonly GameRow[]> {
    const rows = await runQuery(() => prisma.game.findMany({ where, orderBy: { updatedAt: 'desc' }, take: most }));
    return rows.map(toRow);
  }

  return {
    append: (after, events, summary) => append({ after, events, summary }),

    async ping() {
      await runQuery(() => prisma.$queryRaw`select 1`);
    },

    async eventsAfter(gameId, after) {
      const rows = await runQuery(() =>
        prisma.gameEvent.findMany({ where: { gameId, seq: { gt: after } }, orderBy: { seq: 'asc' } }),
      );
      return rows.map(({ seq, at, by, commandId, event }) =>
        LoggedEvent.parse({ seq, at: at.getTime(), by: by ?? undefined, commandId: commandId ?? undefined, event }),
      );
    },

    async tables() {
      const rows = await runQuery(() =>
        prisma.game.findMany({ where: { status: 'open' }, orderBy: { createdAt: 'desc' }, take: MOST_TABLES }),
      );
      return rows.map(toRow);
    },

    async publicLiveGames() {
      const rows = await runQuery(() =>
        prisma.game.findMany({
          where: { status: 'live', settings: { path: ['seen'], equals: 'public' } },
          orderBy: { updatedAt: 'desc' },
          take: MOST_LIVE,
          select: { id: true },
        }),
      );
      return rows.map(({ id }) => GameId.parse(id));
    },

    unfinishedGamesOf: (player, most) =>
      latestGames({ players: { has: player }, status: { in: ['open', 'live'] } }, most),

    allGamesOf: (player, most) =>
      latestGames({ players: { has: player }, status: { in: ['open', 'live', 'over'] } }, most),

    async idsStartingWith(player, start) {
      const where = { id: { startsWith: start }, players: { has: player } };
      const rows = await runQuery(() => prisma.game.findMany({ where, take: 2, select: { id: true } }));
      return rows.map(({ id }) => GameId.parse(id));
    },

    async dueBefore(instant, most) {
      const rows = await runQuery(() =>
        prisma.game.findMany({
          where: { deadlineAt: { lt: new Date(instant) } },
          orderBy: { deadlineAt: 'asc' },
          take: most,
          select: { id: true, deadlineAt: true },
        }),
      );
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

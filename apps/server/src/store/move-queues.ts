import { GameId, QueuedMove } from '@terrace/protocol';
import { z } from 'zod';
import type { MoveQueueStore } from '../game/store.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './client.ts';

/** Move queues in Postgres, a row per game and player. */
export const createMoveQueueStore = (prisma: PrismaClient): MoveQueueStore => ({
  async movesOf(gameId, playerId) {
    const where = { gameId_playerId: { gameId, playerId } };
    const found = await runQuery(() => prisma.moveQueue.findUnique({ where }));
    return found === null ? [] : z.array(QueuedMove).parse(found.moves);
  },

  async gamesWithMoves() {
    const rows = await runQuery(() => prisma.moveQueue.findMany({ distinct: ['gameId'], select: { gameId: true } }));
    return rows.map(({ gameId }) => GameId.parse(gameId));
  },

  async setMoves(gameId, playerId, moves) {
    const data = moves.map((move) => ({ ...move }));
    await runQuery(async () =>
      moves.length === 0
        ? prisma.moveQueue.deleteMany({ where: { gameId, playerId } })
        : prisma.moveQueue.upsert({
            where: { gameId_playerId: { gameId, playerId } },
            create: { gameId, playerId, moves: data },
            update: { moves: data },
          }),
    );
  },
});

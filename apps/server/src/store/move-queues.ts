import { GameId, QueuedMove } from '@terrace/protocol';
import pLimit from 'p-limit';
import { z } from 'zod';
import { Prisma } from '../generated/prisma/client.ts';
import type { MoveQueueStore } from '../move-queue/move-queue.ports.ts';
import type { Queries } from './client.ts';

/** Concurrent writes of move queues. Each may wait for a locked row, and commands need the other connections. */
const MAX_WRITES = 2;

export function createMoveQueueStore(prisma: Queries): MoveQueueStore {
  const write = pLimit(MAX_WRITES);
  return {
    async queueOf(gameId, playerId) {
      const where = { gameId_playerId: { gameId, playerId } };
      const found = await prisma.moveQueue.findUnique({ where });
      if (found === null) return { moves: [], takenAtSeq: null };
      return { moves: z.array(QueuedMove).parse(found.moves), takenAtSeq: found.takenAtSeq };
    },

    async replace(gameId, playerId, before, after) {
      const replaced = Prisma.sql`
        update move_queue set moves = ${JSON.stringify(after.moves)}::jsonb, taken_at_seq = ${after.takenAtSeq}::int
        where game_id = ${gameId} and player_id = ${playerId} and moves = ${JSON.stringify(before.moves)}::jsonb
          and taken_at_seq is not distinct from ${before.takenAtSeq}::int`;
      const changed = await write(() => prisma.$executeRaw(replaced));
      return changed > 0;
    },

    async gamesWithMoves() {
      const where = { NOT: { moves: { equals: [] } } };
      const rows = await prisma.moveQueue.findMany({ where, distinct: ['gameId'], select: { gameId: true } });
      return rows.map(({ gameId }) => GameId.parse(gameId));
    },

    async setMoves(gameId, playerId, moves) {
      const data = { moves: moves.map((move) => ({ ...move })) };
      const key = { gameId, playerId };
      await write(async () => {
        if (moves.length === 0) await prisma.moveQueue.deleteMany({ where: key });
        else {
          const where = { gameId_playerId: key };
          await prisma.moveQueue.upsert({ where, create: { ...key, ...data }, update: data });
        }
      });
    },
  };
}

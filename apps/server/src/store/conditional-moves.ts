import { ConditionalMove, GameId, PlayerId } from '@terrace/protocol';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { ConditionalMoveStore } from '../conditional-moves/conditional-moves.ports.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Queries } from './client.ts';

/** Concurrent writes of conditional moves. Each may wait for a locked row, and commands need the other connections. */
const MAX_WRITES = 2;

export function createConditionalMoveStore(prisma: Queries): ConditionalMoveStore {
  const write = pLimit(MAX_WRITES);
  return {
    async read(gameId, playerId) {
      const where = { gameId_playerId: { gameId, playerId } };
      const found = await prisma.conditionalMoves.findUnique({ where });
      if (found === null) return { start: null, moves: [], takenAtSeq: null };
      const { start, takenAtSeq } = found;
      return { start, moves: z.array(ConditionalMove).parse(found.moves), takenAtSeq };
    },

    async replace(gameId, playerId, before, after) {
      const replaced = Prisma.sql`
        update conditional_moves
        set moves = ${JSON.stringify(after.moves)}::jsonb, start = ${after.start}, taken_at_seq = ${after.takenAtSeq}::int
        where game_id = ${gameId} and player_id = ${playerId} and moves = ${JSON.stringify(before.moves)}::jsonb
          and start is not distinct from ${before.start}
          and taken_at_seq is not distinct from ${before.takenAtSeq}::int`;
      const changed = await write(() => prisma.$executeRaw(replaced));
      return changed > 0;
    },

    async gamesWithMoves() {
      const where = { NOT: { moves: { equals: [] } } };
      const rows = await prisma.conditionalMoves.findMany({ where, distinct: ['gameId'], select: { gameId: true } });
      return rows.map(({ gameId }) => GameId.parse(gameId));
    },

    async ownersIn(gameId) {
      const rows = await prisma.conditionalMoves.findMany({ where: { gameId }, select: { playerId: true } });
      return rows.map(({ playerId }) => PlayerId.parse(playerId));
    },

    async set(gameId, playerId, { start, moves }) {
      const data = { start, moves: moves.map((move) => ({ ...move })) };
      const key = { gameId, playerId };
      await write(async () => {
        if (moves.length === 0) await prisma.conditionalMoves.deleteMany({ where: key });
        else {
          const where = { gameId_playerId: key };
          await prisma.conditionalMoves.upsert({ where, create: { ...key, ...data }, update: data });
        }
      });
    },

    async deleteOf(gameId) {
      await write(() => prisma.conditionalMoves.deleteMany({ where: { gameId } }));
    },
  };
}

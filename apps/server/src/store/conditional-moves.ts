import { ConditionalMove, GameId, PlayerId } from '@terrace/protocol';
import pLimit from 'p-limit';
import { z } from 'zod';
import { type ConditionalMoveStore, NOTHING_STORED } from '../conditional-moves/conditional-moves.ports.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Queries } from './client.ts';
import { notedIfIn } from './executed-commands.ts';

/** Concurrent writes of conditional moves. Each may wait for a locked row, and commands need the other connections. */
const MAX_WRITES = 2;

export function createConditionalMoveStore(prisma: Queries): ConditionalMoveStore {
  const write = pLimit(MAX_WRITES);
  return {
    async read(gameId, playerId) {
      const where = { gameId_playerId: { gameId, playerId } };
      const found = await prisma.conditionalMoves.findUnique({ where });
      if (found === null) return NOTHING_STORED;
      const { start, takenAtSeq } = found;
      return { start, moves: z.array(ConditionalMove).parse(found.moves), takenAtSeq };
    },

    async replace(gameId, playerId, before, after, once) {
      const moves = JSON.stringify(after.moves);
      const created = Prisma.sql`
        insert into conditional_moves (game_id, player_id, start, moves, taken_at_seq)
        values (${gameId}, ${playerId}, ${after.start}, ${moves}::jsonb, ${after.takenAtSeq}::int)
        on conflict do nothing returning game_id`;
      const replaced = Prisma.sql`
        update conditional_moves
        set moves = ${moves}::jsonb, start = ${after.start}, taken_at_seq = ${after.takenAtSeq}::int
        where game_id = ${gameId} and player_id = ${playerId} and moves = ${JSON.stringify(before.moves)}::jsonb
          and start is not distinct from ${before.start}
          and taken_at_seq is not distinct from ${before.takenAtSeq}::int
        returning game_id`;
      const changed = before === NOTHING_STORED ? created : replaced;
      const rows = await write(
        () => prisma.$queryRaw<object[]>`
          with changed as (${changed}), noted as (${notedIfIn('changed', once)}) select game_id from changed`,
      );
      return rows.length > 0;
    },

    async gamesWithMoves() {
      const rows = await prisma.$queryRaw`
        select distinct c.game_id as id from conditional_moves c
        where c.moves <> '[]'::jsonb
          or exists (select from game g where g.id = c.game_id and g.seq = c.taken_at_seq)`;
      return z
        .array(z.object({ id: GameId }))
        .parse(rows)
        .map(({ id }) => id);
    },

    async ownersIn(gameId) {
      const rows = await prisma.conditionalMoves.findMany({ where: { gameId }, select: { playerId: true } });
      return rows.map(({ playerId }) => PlayerId.parse(playerId));
    },

    async deleteOf(gameId) {
      await write(() => prisma.conditionalMoves.deleteMany({ where: { gameId } }));
    },
  };
}

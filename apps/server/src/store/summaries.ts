import { GameId } from '@terrace/protocol';
import type { SummaryStore } from '../archive/rebuild.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './client.ts';

const idsOf = (rows: readonly { id: string }[]): readonly GameId[] => rows.map(({ id }) => GameId.parse(id));

/** Summary rows of games, to be derived anew. */
export const createSummaryStore = (prisma: PrismaClient): SummaryStore => ({
  async idsAfter(id, most) {
    const where = id === null ? {} : { id: { gt: id } };
    return idsOf(
      await runQuery(() => prisma.game.findMany({ where, orderBy: { id: 'asc' }, take: most, select: { id: true } })),
    );
  },

  async endedWithoutResult(most) {
    const where = { status: 'over', endedAt: null };
    return idsOf(await runQuery(() => prisma.game.findMany({ where, take: most, select: { id: true } })));
  },

  async rewrite({ id, seq, status, seats, turn, ply, kind, endedBy, winner, places, ...instants }) {
    const at = (instant: number | null) => (instant === null ? null : new Date(instant));
    const data = {
      status,
      seats,
      players: seats.flatMap(({ player, reserved }) => (player ?? reserved)?.id ?? []),
      turn,
      ply,
      kind,
      endedBy,
      winner,
      ...(places && { places: places.map((sides) => [...sides]) }),
      deadlineAt: at(instants.deadlineAt),
      endedAt: at(instants.endedAt),
      updatedAt: new Date(instants.updatedAt),
    };
    await runQuery(() => prisma.game.updateMany({ where: { id, seq }, data }));
  },
});

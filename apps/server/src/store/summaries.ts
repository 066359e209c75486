import type { SummaryStore } from '../archive/rebuild.ts';
import { playersOf } from '../game-service/summary.ts';
import type { Queries } from './client.ts';
import { readGameIds } from './game-ids.ts';

export const createSummaryStore = (prisma: Queries): SummaryStore => ({
  idsAfter: (id, limit) =>
    readGameIds(prisma, { where: id === null ? {} : { id: { gt: id } }, orderBy: { id: 'asc' }, take: limit }),

  endedWithoutResult: (limit) => readGameIds(prisma, { where: { status: 'over', endedAt: null }, take: limit }),

  endedWithoutPosition: (limit) => readGameIds(prisma, { where: { status: 'over', finalPosition: null }, take: limit }),

  closedWithoutReason: (limit) => readGameIds(prisma, { where: { status: 'closed', closedBy: null }, take: limit }),

  async rewrite({ id, seq, status, seats, turn, ply, kind, endedBy, winner, places, finalPosition, ...more }) {
    const at = (instant: number | null) => (instant === null ? null : new Date(instant));
    const data = {
      status,
      seats,
      players: playersOf(seats),
      turn,
      ply,
      kind,
      endedBy,
      winner,
      finalPosition,
      closedBy: more.closedBy,
      closedSide: more.closedSide,
      calledOffAt: at(more.calledOffAt),
      ...(places && { places: places.map((sides) => [...sides]) }),
      deadlineAt: at(more.deadlineAt),
      endedAt: at(more.endedAt),
      updatedAt: new Date(more.updatedAt),
    };
    await prisma.game.updateMany({ where: { id, seq }, data });
  },
});

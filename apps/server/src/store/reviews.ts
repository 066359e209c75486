import { GameId, ReviewPoint } from '@terrace/protocol';
import { z } from 'zod';
import type { Review } from '../generated/prisma/client.ts';
import type { ReviewStore, StoredReview } from '../review/review.ports.ts';
import { type Queries, transact } from './client.ts';

const Claimed = z.array(z.object({ game_id: GameId, done: z.int(), nodes: z.int(), lost: z.int() }));

export const createReviewStore = (prisma: Queries): ReviewStore => ({
  async find(gameId, at) {
    const found = await prisma.review.findUnique({ where: { gameId } });
    return found === null ? undefined : toStored(found, at);
  },

  async add(gameId, { askedAt, total, nodes }) {
    const fresh = { askedAt: new Date(askedAt), total, nodes, points: [], lost: 0, endedAt: null, failed: false };
    await transact(prisma, async (tx) => {
      await tx.review.createMany({ data: { gameId, ...fresh }, skipDuplicates: true });
      await tx.review.updateMany({ where: { gameId, failed: true }, data: { ...fresh, leasedUntil: null } });
    });
  },

  countBefore: (at) => prisma.review.count({ where: { endedAt: null, askedAt: { lt: new Date(at) } } }),

  async claim(at, until) {
    const rows = await prisma.$queryRaw`
      update review set leased_until = ${new Date(until)}::timestamptz,
        lost = lost + case when leased_until is null then 0 else 1 end
      where game_id = (
        select game_id from review
        where ended_at is null and (leased_until is null or leased_until < ${new Date(at)}::timestamptz)
        order by asked_at, game_id limit 1 for update skip locked)
      returning game_id, jsonb_array_length(points) as done, nodes, lost`;
    const [row] = Claimed.parse(rows);
    return row && { gameId: row.game_id, done: row.done, nodes: row.nodes, lost: row.lost };
  },

  async append(gameId, done, points, until) {
    const changed = await prisma.$executeRaw`
      update review set points = points || ${JSON.stringify(points)}::jsonb,
        leased_until = ${new Date(until)}::timestamptz, lost = 0
      where game_id = ${gameId} and ended_at is null and jsonb_array_length(points) = ${done}`;
    return changed === 1;
  },

  async end(gameId, status, at) {
    const data = { endedAt: new Date(at), failed: status === 'failed' };
    await prisma.review.updateMany({ where: { gameId, endedAt: null }, data });
  },

  async release(gameId) {
    await prisma.review.updateMany({ where: { gameId, endedAt: null }, data: { leasedUntil: null } });
  },
});

const toStored = (row: Review, at: number): StoredReview => ({
  askedAt: row.askedAt.getTime(),
  status: statusOf(row, at),
  total: row.total,
  points: z.array(ReviewPoint).parse(row.points),
  nodes: row.nodes,
});

function statusOf({ endedAt, failed, leasedUntil, points }: Review, at: number): StoredReview['status'] {
  if (endedAt !== null) return failed ? 'failed' : 'done';
  const begun = Array.isArray(points) && points.length > 0;
  return begun || (leasedUntil !== null && leasedUntil.getTime() > at) ? 'running' : 'waiting';
}

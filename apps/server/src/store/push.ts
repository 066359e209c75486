import { PlayerId } from '@terrace/protocol';
import { Prisma } from '../generated/prisma/client.ts';
import type { PushDevices, PushTargets } from '../push/push.ports.ts';
import type { Queries } from './client.ts';

/** Unfinished notifications remembered per device. */
const MAX_RECEIVED = 50;

export function createPushStore(prisma: Queries): PushDevices & PushTargets {
  return {
    async list(playerId) {
      const rows = await prisma.pushSubscription.findMany({
        where: { playerId },
        orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      });
      return rows.map(({ id, device, createdAt, usedAt }) => ({
        id,
        device,
        since: createdAt.getTime(),
        usedAt: usedAt?.getTime() ?? null,
      }));
    },

    async add({ id, player, subscription: { endpoint, keys }, device, language, session }, most, now) {
      const moved = { playerId: player, endpoint, ...keys, device, language, sessionId: session };
      const fresh = { createdAt: new Date(now), usedAt: null, retryAt: null, received: [] };
      const before = await prisma.pushSubscription.findUnique({ where: { id }, select: { playerId: true } });
      const isKnown = before !== null && PlayerId.parse(before.playerId) === player;
      await prisma.pushSubscription.upsert({
        where: { id },
        create: { id, ...moved, ...fresh },
        update: isKnown ? moved : { ...moved, ...fresh },
      });
      await prisma.$executeRaw`
        delete from push_subscription where id in (
          select id from push_subscription where player_id = ${player} and id <> ${id}
          order by coalesce(used_at, created_at) desc offset ${most - 1})`;
    },

    async remove(playerId, id) {
      return (await prisma.pushSubscription.deleteMany({ where: { id, playerId } })).count === 1;
    },

    async targets(playerId, notification) {
      const rows = await prisma.pushSubscription.findMany({
        where: { playerId, NOT: { received: { has: notification } } },
      });
      return rows.map(({ id, endpoint, p256dh, auth, retryAt }) => ({
        id,
        subscription: { endpoint, keys: { p256dh, auth } },
        retryAt: retryAt?.getTime() ?? null,
      }));
    },

    async accepted(ids, unfinished, now) {
      const received =
        unfinished === null
          ? Prisma.empty
          : Prisma.sql`, received = (${unfinished}::int || received)[:${MAX_RECEIVED}]`;
      await prisma.$executeRaw`
        update push_subscription set used_at = ${new Date(now)}, retry_at = null ${received}
        where id = any(${[...ids]})`;
    },

    async postpone(id, until) {
      await prisma.pushSubscription.updateMany({ where: { id }, data: { retryAt: new Date(until) } });
    },

    async removeGone(id) {
      await prisma.pushSubscription.deleteMany({ where: { id } });
    },
  };
}

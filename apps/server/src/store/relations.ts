import { PlayerId } from '@terrace/protocol';
import type { BlockStore, FollowStore } from '../accounts/relations.ports.ts';
import { type Queries, transact } from './client.ts';
import { createNotificationStore } from './notifications.ts';

export const createBlockStore = (prisma: Queries): BlockStore => ({
  async setBlocked(by, other, isBlocked) {
    const data = { by, other };
    if (isBlocked) await prisma.block.createMany({ data, skipDuplicates: true });
    else await prisma.block.deleteMany({ where: data });
  },

  async blockedBy(by) {
    const rows = await prisma.block.findMany({ where: { by } });
    return rows.map(({ other }) => PlayerId.parse(other));
  },

  async blockersOf(player) {
    const rows = await prisma.block.findMany({ where: { other: player } });
    return rows.map(({ by }) => PlayerId.parse(by));
  },

  async blockedEitherWay(player) {
    const where = { OR: [{ by: player }, { other: player }] };
    const rows = await prisma.block.findMany({ where });
    return new Set(rows.map(({ by, other }) => PlayerId.parse(by === player ? other : by)));
  },
});

export const createFollowStore = (prisma: Queries): FollowStore => ({
  async follow(by, other, most, news) {
    const added = await transact(prisma, async (tx) => {
      // With the player's row locked, concurrent requests cannot exceed the limit.
      await tx.$queryRaw`select from player where id = ${by} for update`;
      const rows = await tx.$executeRaw`
        insert into follow (by, other) select ${by}, ${other}
        where (select count(*) from follow f where f.by = ${by}) < ${most}
        on conflict do nothing`;
      const [first] = news;
      if (rows === 1 && first !== undefined) await createNotificationStore(tx).add(news, null, first.at);
      return rows;
    });
    return added === 1 || (await this.isFollowing(by, other));
  },

  async unfollow(by, other) {
    await prisma.follow.deleteMany({ where: { by, other } });
  },

  async followedBy(by) {
    const rows = await prisma.follow.findMany({ where: { by }, select: { other: true } });
    return rows.map(({ other }) => PlayerId.parse(other));
  },

  async isFollowing(by, other) {
    return (await prisma.follow.count({ where: { by, other } })) === 1;
  },

  followersOf: (other) => prisma.follow.count({ where: { other } }),

  async removeBetween(one, other) {
    const OR = [
      { by: one, other },
      { by: other, other: one },
    ];
    await prisma.follow.deleteMany({ where: { OR } });
  },
});

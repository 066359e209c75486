import { PlayerId } from '@terrace/protocol';
import type { FollowStore } from '../accounts/relations.ports.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './run-query.ts';

/** Which players follow which, in Postgres. */
export const createFollowStore = (prisma: PrismaClient): FollowStore => ({
  async follow(by, other, most) {
    const added = await runQuery(
      () => prisma.$executeRaw`
        insert into follow (by, other) select ${by}, ${other}
        where (select count(*) from follow f where f.by = ${by}) < ${most}
        on conflict do nothing`,
    );
    return added === 1 || (await this.isFollowing(by, other));
  },

  async unfollow(by, other) {
    await runQuery(() => prisma.follow.deleteMany({ where: { by, other } }));
  },

  async followedBy(by) {
    const rows = await runQuery(() => prisma.follow.findMany({ where: { by }, select: { other: true } }));
    return rows.map(({ other }) => PlayerId.parse(other));
  },

  async isFollowing(by, other) {
    return (await runQuery(() => prisma.follow.count({ where: { by, other } }))) === 1;
  },

  followersOf: (other) => runQuery(() => prisma.follow.count({ where: { other } })),

  async part(one, other) {
    const OR = [
      { by: one, other },
      { by: other, other: one },
    ];
    await runQuery(() => prisma.follow.deleteMany({ where: { OR } }));
  },
});

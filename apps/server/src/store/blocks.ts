import { PlayerId } from '@terrace/protocol';
import type { BlockStore } from '../accounts/relations.ports.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './run-query.ts';

/** Which players have blocked each other, in Postgres. */
export const createBlockStore = (prisma: PrismaClient): BlockStore => ({
  async setBlocked(by, other, isBlocked) {
    const data = { by, other };
    await runQuery(() =>
      isBlocked ? prisma.block.createMany({ data, skipDuplicates: true }) : prisma.block.deleteMany({ where: data }),
    );
  },

  async blockedBy(by) {
    const rows = await runQuery(() => prisma.block.findMany({ where: { by } }));
    return rows.map(({ other }) => PlayerId.parse(other));
  },

  async blockersOf(player) {
    const rows = await runQuery(() => prisma.block.findMany({ where: { other: player } }));
    return rows.map(({ by }) => PlayerId.parse(by));
  },

  async blockedEitherWay(player) {
    const where = { OR: [{ by: player }, { other: player }] };
    const rows = await runQuery(() => prisma.block.findMany({ where }));
    return new Set(rows.map(({ by, other }) => PlayerId.parse(by === player ? other : by)));
  },
});

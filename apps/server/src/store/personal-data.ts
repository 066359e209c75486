import { GameId } from '@terrace/protocol';
import type { OwnData } from '../accounts/export.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './client.ts';

/** What Postgres has about one player. */
export const createPersonalDataStore = (prisma: PrismaClient): OwnData => ({
  about: (id) =>
    runQuery(async () => {
      const mine = { by: id };
      const own = { playerId: id };
      return {
        player: await prisma.player.findUnique({ where: { id } }),
        ratings: await prisma.rating.findMany({ where: own }),
        ratingChanges: await prisma.ratingChange.findMany({ where: own, orderBy: { at: 'asc' } }),
        sanctions: await prisma.sanction.findMany({ where: own, omit: { by: true } }),
        reports: await prisma.report.findMany({ where: mine, omit: { handledBy: true } }),
        blocks: await prisma.block.findMany({ where: mine }),
        queuedMoves: await prisma.moveQueue.findMany({ where: own }),
      };
    }),

  async gamesAfter(player, after, most) {
    const where = { players: { has: player }, id: { gt: after } };
    const rows = await runQuery(() =>
      prisma.game.findMany({ where, orderBy: { id: 'asc' }, take: most, select: { id: true } }),
    );
    return rows.map(({ id }) => GameId.parse(id));
  },

  saidAfter: (byId, after, most) =>
    runQuery(() =>
      prisma.chatMessage.findMany({ where: { byId, id: { gt: after } }, orderBy: { id: 'asc' }, take: most }),
    ),
});

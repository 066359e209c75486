import type { PersonalData } from '../accounts/export.ts';
import type { Queries } from './client.ts';
import { readGameIds } from './game-ids.ts';

export const createPersonalDataStore = (prisma: Queries): PersonalData => ({
  async about(id) {
    const mine = { by: id };
    const own = { playerId: id };
    return {
      player: await prisma.player.findUnique({ where: { id } }),
      ratings: await prisma.rating.findMany({ where: own }),
      ratingChanges: await prisma.ratingChange.findMany({ where: own, orderBy: { at: 'asc' } }),
      sanctions: await prisma.sanction.findMany({ where: own, omit: { by: true } }),
      reports: await prisma.report.findMany({ where: mine, omit: { handledBy: true } }),
      blocks: await prisma.block.findMany({ where: mine }),
      following: await prisma.follow.findMany({ where: mine }),
      vacations: await prisma.vacation.findMany({ where: own, omit: { written: true }, orderBy: { since: 'asc' } }),
      notes: await prisma.gameNote.findMany({ where: own }),
      conditionalMoves: await prisma.conditionalMoves.findMany({ where: own, omit: { takenAtSeq: true } }),
      notifications: await prisma.notification.findMany({
        where: own,
        omit: { mailAt: true, dueAt: true, pending: true, attempts: true },
        orderBy: { id: 'asc' },
      }),
      pushDevices: await prisma.pushSubscription.findMany({
        where: own,
        select: { device: true, language: true, createdAt: true, usedAt: true },
      }),
      webhooks: await prisma.webhook.findMany({
        where: own,
        omit: { secret: true, nextAt: true },
        include: { deliveries: { omit: { webhookId: true, dueAt: true } } },
      }),
      notificationMail: await prisma.notificationMail.findUnique({ where: own, select: { lastAt: true } }),
      mailCommands: await prisma.mailCommand.findMany({ where: own, select: { at: true }, orderBy: { at: 'asc' } }),
      notificationChoices: await prisma.notificationChoice.findUnique({ where: own }),
    };
  },

  gamesAfter: (player, after, limit) =>
    readGameIds(prisma, {
      where: { players: { has: player }, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: limit,
    }),

  messagesAfter: (byId, after, limit) =>
    prisma.chatMessage.findMany({ where: { byId, id: { gt: after } }, orderBy: { id: 'asc' }, take: limit }),
});

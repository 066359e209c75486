import { GameId, Player, PlayerId, QueuedMove } from '@terrace/protocol';
import { z } from 'zod';
import { nameKey } from '../accounts/names.ts';
import type { Blocks, Directory, MoveQueues } from '../game/store.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { reach } from './client.ts';

/** Who has been here, by id and name. */
export const directory = (prisma: PrismaClient): Directory => ({
  async remember({ id, name }) {
    await reach(() => prisma.player.createMany({ data: { id, name, createdAt: new Date() }, skipDuplicates: true }));
  },

  async hasAccount(id) {
    const behind = { id, OR: [{ user: { isNot: null } }, { closedAt: { not: null } }] };
    return (await reach(() => prisma.player.count({ where: behind }))) > 0;
  },

  async byName(name) {
    const account = await reach(() => prisma.player.findFirst({ where: { nameKey: nameKey(name), closedAt: null } }));
    if (account !== null) return Player.parse(account);
    const found = await reach(() =>
      prisma.player.findFirst({
        where: { name: { equals: name, mode: 'insensitive' }, nameKey: null },
        orderBy: { createdAt: 'asc' },
      }),
    );
    return found === null ? undefined : Player.parse(found);
  },
});

/** Who does not want to have to do with whom, whichever of the two said so. */
export const blocks = (prisma: PrismaClient): Blocks => ({
  async apart(player) {
    const rows = await reach(() => prisma.block.findMany({ where: { OR: [{ by: player }, { other: player }] } }));
    return new Set(rows.map(({ by, other }) => PlayerId.parse(by === player ? other : by)));
  },
});

/** Moves that wait for their turn, one list a player and game. */
export const moveQueues = (prisma: PrismaClient): MoveQueues => ({
  async movesOf(gameId, playerId) {
    const found = await reach(() => prisma.moveQueue.findUnique({ where: { gameId_playerId: { gameId, playerId } } }));
    return found === null ? [] : z.array(QueuedMove).parse(found.moves);
  },

  async games() {
    const rows = await reach(() => prisma.moveQueue.findMany({ distinct: ['gameId'], select: { gameId: true } }));
    return rows.map(({ gameId }) => GameId.parse(gameId));
  },

  async setMoves(gameId, playerId, moves) {
    const data = moves.map((move) => ({ ...move }));
    await reach(async () =>
      moves.length === 0
        ? prisma.moveQueue.deleteMany({ where: { gameId, playerId } })
        : prisma.moveQueue.upsert({
            where: { gameId_playerId: { gameId, playerId } },
            create: { gameId, playerId, moves: data },
            update: { moves: data },
          }),
    );
  },
});

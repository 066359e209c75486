import { GameId, Player, PlayerId, QueuedMove } from '@terrace/protocol';
import { z } from 'zod';
import { nameKey } from '../accounts/names.ts';
import type { BlockQueries, MoveQueueStore, PlayerStore } from '../game/store.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './client.ts';

/** Who has been here, by id and name. */
export const createPlayerStore = (prisma: PrismaClient): PlayerStore => ({
  async add({ id, name }) {
    await runQuery(() => prisma.player.createMany({ data: { id, name, createdAt: new Date() }, skipDuplicates: true }));
  },

  async hasAccount(id) {
    const behind = { id, OR: [{ user: { isNot: null } }, { closedAt: { not: null } }] };
    return (await runQuery(() => prisma.player.count({ where: behind }))) > 0;
  },

  async byName(name) {
    const account = await runQuery(() =>
      prisma.player.findFirst({ where: { nameKey: nameKey(name), closedAt: null } }),
    );
    if (account !== null) return Player.parse(account);
    const found = await runQuery(() =>
      prisma.player.findFirst({
        where: { name: { equals: name, mode: 'insensitive' }, nameKey: null },
        orderBy: { createdAt: 'asc' },
      }),
    );
    return found === null ? undefined : Player.parse(found);
  },
});

/** Who does not want to have to do with whom, whichever of the two said so. */
export const createBlockQueries = (prisma: PrismaClient): BlockQueries => ({
  async blockedEitherWay(player) {
    const rows = await runQuery(() => prisma.block.findMany({ where: { OR: [{ by: player }, { other: player }] } }));
    return new Set(rows.map(({ by, other }) => PlayerId.parse(by === player ? other : by)));
  },
});

/** Moves that wait for their turn, one list a player and game. */
export const createMoveQueueStore = (prisma: PrismaClient): MoveQueueStore => ({
  async movesOf(gameId, playerId) {
    const found = await runQuery(() =>
      prisma.moveQueue.findUnique({ where: { gameId_playerId: { gameId, playerId } } }),
    );
    return found === null ? [] : z.array(QueuedMove).parse(found.moves);
  },

  async gamesWithMoves() {
    const rows = await runQuery(() => prisma.moveQueue.findMany({ distinct: ['gameId'], select: { gameId: true } }));
    return rows.map(({ gameId }) => GameId.parse(gameId));
  },

  async setMoves(gameId, playerId, moves) {
    const data = moves.map((move) => ({ ...move }));
    await runQuery(async () =>
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

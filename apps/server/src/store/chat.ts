import { ChatMessage, type ChatRoom, GameId, type Player, PlayerId } from '@terrace/protocol';
import type { ChatStore } from '../chat/store.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import { runQuery } from './client.ts';

/** Talk in Postgres. */
export const createChatStore = (prisma: PrismaClient): ChatStore => ({
  async say(gameId: GameId, room: ChatRoom, by: Player, text: string, at: number) {
    const data = { gameId, room, at: new Date(at), byId: by.id, byName: by.name, text };
    return toMessage(await runQuery(() => prisma.chatMessage.create({ data })));
  },

  async latest(gameId: GameId, rooms: readonly ChatRoom[], most: number) {
    const rows = await runQuery(() =>
      prisma.chatMessage.findMany({ where: { gameId, room: { in: [...rooms] } }, orderBy: { id: 'desc' }, take: most }),
    );
    return rows.map(toMessage).reverse();
  },

  async find(id: number) {
    const row = await runQuery(() => prisma.chatMessage.findUnique({ where: { id } }));
    return row === null ? undefined : { gameId: GameId.parse(row.gameId), message: toMessage(row) };
  },

  async report({ gameId, message }, by: PlayerId, text: string, at: number) {
    const about = { about: message.by.id, gameId, messageId: message.id };
    const data = { ...about, by, reason: 'talk', text, at: new Date(at) };
    await runQuery(() => prisma.report.createMany({ data, skipDuplicates: true }));
  },

  async block(by: PlayerId, other: PlayerId, on: boolean) {
    const data = { by, other };
    await runQuery(() =>
      on ? prisma.block.createMany({ data, skipDuplicates: true }) : prisma.block.deleteMany({ where: data }),
    );
  },

  async blockedBy(by: PlayerId) {
    const rows = await runQuery(() => prisma.block.findMany({ where: { by } }));
    return rows.map(({ other }) => PlayerId.parse(other));
  },
});

type Row = { id: number; room: string; at: Date; byId: string; byName: string; text: string };

const toMessage = ({ id, room, at, byId, byName, text }: Row): ChatMessage =>
  ChatMessage.parse({ id, room, at: at.getTime(), by: { id: byId, name: byName }, text });

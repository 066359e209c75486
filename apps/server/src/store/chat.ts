import { ChatMessage, GameId } from '@terrace/protocol';
import type { ChatStore } from '../chat/chat.ports.ts';
import type { Queries } from './client.ts';

export const createChatStore = (prisma: Queries): ChatStore => ({
  async add(gameId, room, by, text, at) {
    const data = { gameId, room, at: new Date(at), byId: by.id, byName: by.name, text };
    return toChatMessage(await prisma.chatMessage.create({ data }));
  },

  async latest(gameId, rooms, limit) {
    const rows = await prisma.chatMessage.findMany({
      where: { gameId, room: { in: [...rooms] } },
      orderBy: { id: 'desc' },
      take: limit,
    });
    return rows.map(toChatMessage).reverse();
  },

  async since(games, at, limit) {
    const rows = await prisma.$queryRaw<(Row & { gameId: string })[]>`
      select id, game_id as "gameId", room, at, by_id as "byId", by_name as "byName", text from chat_message
      where at >= ${new Date(at)} and game_id = any(${[...games]}) order by at, id limit ${limit}`;
    return rows.map((row) => ({ gameId: GameId.parse(row.gameId), message: toChatMessage(row) }));
  },

  async betweenPlayers(since, after, limit) {
    const rows = await prisma.$queryRaw<(Row & { gameId: string })[]>`
      select id, game_id as "gameId", room, at, by_id as "byId", by_name as "byName", text from chat_message
      where at >= ${new Date(since)} and id > ${after} and room = 'players' order by id limit ${limit}`;
    return rows.map((row) => ({ gameId: GameId.parse(row.gameId), message: toChatMessage(row) }));
  },

  async find(id) {
    const row = await prisma.chatMessage.findUnique({ where: { id } });
    return row === null ? undefined : { gameId: GameId.parse(row.gameId), message: toChatMessage(row) };
  },

  async report({ gameId, message }, by, text, at) {
    const about = { about: message.by.id, gameId, messageId: message.id };
    const data = { ...about, by, reason: 'talk', text, at: new Date(at) };
    await prisma.report.createMany({ data, skipDuplicates: true });
  },
});

type Row = { id: number; room: string; at: Date; byId: string; byName: string; text: string };

export const toChatMessage = ({ id, room, at, byId, byName, text }: Row): ChatMessage =>
  ChatMessage.parse({ id, room, at: at.getTime(), by: { id: byId, name: byName }, text });

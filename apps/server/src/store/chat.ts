import { ChatMessage, GameId } from '@terrace/protocol';
import type { ChatStore } from '../chat/chat.ports.ts';
import type { Queries } from './client.ts';
import { notedIfIn } from './executed-commands.ts';

export const createChatStore = (prisma: Queries): ChatStore => ({
  async add(gameId, room, by, text, at, isAnnounced, once) {
    const [row] = await prisma.$queryRaw<Row[]>`
      with added as (
        insert into chat_message (game_id, room, at, by_id, by_name, text)
        values (${gameId}, ${room}, ${new Date(at)}, ${by.id}, ${by.name}, ${text})
        returning *
      ), announced as (
        insert into outbox (game_id, message_id, at, due_at) select game_id, id, at, at from added where ${isAnnounced}
      ), noted as (
        ${notedIfIn('added', once)}
      )
      select id, room, at, by_id as "byId", by_name as "byName", text from added`;
    if (row === undefined) throw new Error(`the message in game ${gameId} has no row`);
    return toChatMessage(row);
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

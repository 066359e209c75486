import { GameId } from '@terrace/protocol';
import type { OutboxRow, OutboxStore } from '../notifications/outbox.ports.ts';
import type { Queries } from './client.ts';

type Row = {
  readonly id: bigint;
  readonly game_id: string;
  readonly after: number | null;
  readonly seq: number | null;
  readonly message_id: number | null;
  readonly at: Date;
  readonly attempts: number;
};

/** The outbox. Appends and messages write its rows in their own statements. */
export const createOutboxStore = (prisma: Queries): OutboxStore => ({
  async claim({ now, until, except }, limit) {
    const rows = await prisma.$queryRaw<Row[]>`
      update outbox set due_at = ${new Date(until)}, attempts = attempts + 1
      where id in (
        select id from outbox where due_at <= ${new Date(now)} and id <> all(${[...except]}::bigint[])
        order by due_at, id limit ${limit} for update skip locked
      )
      returning id, game_id, after, seq, message_id, at, attempts`;
    return rows.map(toRow);
  },

  async postpone(id, until, isCounted) {
    await prisma.$executeRaw`
      update outbox set due_at = ${new Date(until)}, attempts = attempts - ${isCounted ? 0 : 1} where id = ${id}::bigint`;
  },

  async remove(id) {
    await prisma.$executeRaw`delete from outbox where id = ${id}::bigint`;
  },

  async waiting() {
    const [row] = await prisma.$queryRaw<{ count: number; since: Date | null }[]>`
      select count(*)::int as count, min(at) as since from outbox`;
    return { count: row?.count ?? 0, since: row?.since?.getTime() ?? null };
  },
});

const toRow = ({ id, game_id: game, after, seq, message_id: message, at, attempts }: Row): OutboxRow => ({
  id: Number(id),
  gameId: GameId.parse(game),
  about: message === null ? { kind: 'commit', after: after ?? 0, seq: seq ?? 0 } : { kind: 'message', message },
  at: at.getTime(),
  attempts,
});

import { z } from 'zod';
import { type ErrandStore, MAIL_KINDS, type NewErrand, Task, TEST_KINDS } from '../errands/errands.ports.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Queries, Transaction } from './client.ts';

type Row = { readonly id: bigint; readonly task: unknown; readonly attempts: number };

const Answer = z.enum(['delivered', 'not-delivered']);

/** Postgres stores neither half a character, which a cut text may end with, nor NUL. */
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;

const rowOf = ({ task, dueAt, expiresAt }: NewErrand) => ({
  task: JSON.parse(JSON.stringify(task, storable)),
  dueAt: new Date(dueAt),
  expiresAt: new Date(expiresAt),
});

/** Adds an errand in the transaction of the change that it reports. */
export async function addErrand(tx: Pick<Transaction, 'errand'>, errand: NewErrand): Promise<void> {
  await tx.errand.create({ data: rowOf(errand) });
}

export const createErrandStore = (prisma: Queries): ErrandStore => ({
  async add(errand) {
    const { id } = await prisma.errand.create({ data: rowOf(errand), select: { id: true } });
    return Number(id);
  },

  async claim({ now, until, except }, { all, tests }) {
    const due = (kinds: readonly string[], limit: number) => Prisma.sql`
      select id from errand
      where due_at <= ${new Date(now)} and expires_at > ${new Date(now)} and id <> all(${[...except]}::bigint[])
        and task ->> 'kind' = any(${[...kinds]}::text[])
      order by attempts, due_at limit ${limit} for update skip locked`;
    const rows = await prisma.$queryRaw<Row[]>`
      with tests as (${due(TEST_KINDS, tests)}),
        mails as (${due(MAIL_KINDS, all)})
      update errand set due_at = ${new Date(until)}, attempts = attempts + 1
      where id in (select id from tests union all (select id from mails limit ${all} - (select count(*) from tests)))
      returning id, task, attempts`;
    return rows.flatMap(({ id, task, attempts }) => {
      const read = Task.safeParse(task);
      return read.success ? [{ id: Number(id), task: read.data, attempts }] : [];
    });
  },

  async postpone(id, until) {
    await prisma.errand.updateMany({ where: { id }, data: { dueAt: new Date(until) } });
  },

  async answer(id, answer) {
    await prisma.errand.updateMany({ where: { id }, data: { answer, dueAt: null } });
  },

  async answerOf(id) {
    const row = await prisma.errand.findUnique({ where: { id }, select: { answer: true } });
    return row?.answer == null ? undefined : Answer.parse(row.answer);
  },

  async remove(id) {
    await prisma.errand.deleteMany({ where: { id } });
  },

  async withdraw(id) {
    return (await prisma.errand.deleteMany({ where: { id, attempts: 0 } })).count > 0;
  },

  async deleteExpired(now) {
    await prisma.errand.deleteMany({ where: { expiresAt: { lte: new Date(now) } } });
  },
});

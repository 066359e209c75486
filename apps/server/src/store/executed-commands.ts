import type { Once } from '../game-service/command-ids.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { type Queries, type Transaction, transact } from './client.ts';

/**
 * Runs `work` in a transaction that stores the command's id, or without one if the command may be repeated.
 *
 * @throws if the command was executed before
 */
export const executeOnce = <T>(
  prisma: Queries,
  once: Once | undefined,
  work: (queries: Transaction) => Promise<T>,
): Promise<T> =>
  once === undefined
    ? work(prisma)
    : transact(prisma, async (tx) => {
        await noteExecuted(tx, once);
        return work(tx);
      });

/** @throws if the command was executed before */
export async function noteExecuted(tx: Transaction, once: Once | undefined): Promise<void> {
  if (once === undefined) return;
  await tx.executedCommand.create({ data: { id: once.commandId, at: new Date(once.at) }, select: { id: true } });
}

/** The same in one statement, if the expression `changed` of the statement has a row. It fails on a repetition. */
export const notedIfIn = (changed: 'added' | 'changed', once: Once | undefined): Prisma.Sql =>
  once === undefined
    ? Prisma.sql`select`
    : Prisma.sql`
        insert into executed_command (id, at)
        select ${once.commandId}::text, ${new Date(once.at)}::timestamptz from ${Prisma.raw(changed)}`;

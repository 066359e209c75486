import { DAY_MS, PlayerId } from '@terrace/protocol';
import type { MailCommands, MailStore } from '../notifications/mail.ports.ts';
import { type Queries, transact } from './client.ts';
import { addErrand } from './errands.ts';
import { toStored } from './notifications.ts';

/** The usual time for which mail servers retry. */
const ANSWER_IS_TRIED_MS = 5 * DAY_MS;

/** Mails with notifications. A player's row locks the player's mail while a node sends it. */
export const createMailStore = (prisma: Queries): MailStore => ({
  async due(now, mailedBefore, limit) {
    const rows = await prisma.$queryRaw<{ player_id: string }[]>`
      select n.player_id
      from notification n left join notification_mail m on m.player_id = n.player_id
      where n.mail_at <= ${new Date(now)} and (m.retry_at is null or m.retry_at <= ${new Date(now)})
        and (m.last_at is null or m.last_at <= ${new Date(mailedBefore)} or n.kind = 'security')
      group by n.player_id order by bool_or(n.kind = 'security') desc, min(n.mail_at) limit ${limit}`;
    return rows.map(({ player_id: id }) => PlayerId.parse(id));
  },

  async dueSince(now, pauseMs) {
    const [row] = await prisma.$queryRaw<{ since: Date | null }[]>`
      select min(since) as since from (
        select case when n.kind = 'security' or m.last_at is null then n.mail_at
          else greatest(n.mail_at, m.last_at + ${pauseMs} * interval '1 millisecond') end as since
        from notification n left join notification_mail m on m.player_id = n.player_id
        where n.mail_at <= ${new Date(now)}
      ) as waiting where since <= ${new Date(now)}`;
    return row?.since?.getTime() ?? null;
  },

  async take(playerId, { now, mailedBefore, until }, limit) {
    const [taken] = await prisma.$queryRaw<{ sending: number[] }[]>`
      insert into notification_mail as m (player_id, retry_at, sending)
      values (${playerId}, ${new Date(until)}, (
        select coalesce(array_agg(id order by id), '{}') from (
          select n.id
          from notification n left join notification_mail before on before.player_id = n.player_id
          where n.player_id = ${playerId} and n.mail_at <= ${new Date(now)}
            and (before.last_at is null or before.last_at <= ${new Date(mailedBefore)} or n.kind = 'security')
          order by n.mail_at, n.id limit ${limit}
        ) as next
      ))
      on conflict (player_id) do update set retry_at = excluded.retry_at,
        sending = case when m.sending = '{}' then excluded.sending else m.sending end
      where m.retry_at is null or m.retry_at <= ${new Date(now)}
      returning sending`;
    if (taken === undefined) return undefined;
    const where = { id: { in: taken.sending }, playerId, mailAt: { not: null } };
    const rows = await prisma.notification.findMany({ where, orderBy: { id: 'asc' } });
    return { key: taken.sending.join(), notifications: rows.map(toStored) };
  },

  async settle(playerId, countedAt) {
    await prisma.$executeRaw`
      with taken as (select sending from notification_mail where player_id = ${playerId}), done as (
        update notification set mail_at = null where player_id = ${playerId} and id in (select unnest(sending) from taken)
      )
      update notification_mail set sending = '{}', retry_at = null,
        last_at = coalesce(${countedAt === null ? null : new Date(countedAt)}::timestamptz, last_at)
      where player_id = ${playerId}`;
  },

  async postpone(playerId, retryAt) {
    await prisma.notificationMail.update({ where: { playerId }, data: { retryAt: new Date(retryAt) } });
  },
});

export const createMailCommandStore = (prisma: Queries): MailCommands => ({
  wasExecuted: async (id) => (await prisma.executedCommand.count({ where: { id } })) > 0,

  has: async (id) => (await prisma.mailCommand.count({ where: { id } })) > 0,

  add: (id, playerId, now, answer) =>
    transact(prisma, async (tx) => {
      // The mail server forgets the mail after this, so it must survive a crash of Postgres.
      await tx.$executeRaw`set local synchronous_commit = on`;
      const data = [{ id, playerId, at: new Date(now) }];
      const isNew = (await tx.mailCommand.createMany({ data, skipDuplicates: true })).count > 0;
      if (isNew && answer !== undefined) {
        await addErrand(tx, { task: answer, dueAt: now, expiresAt: now + ANSWER_IS_TRIED_MS });
      }
      return isNew;
    }),

  async deleteBefore(at) {
    const where = { at: { lt: new Date(at) } };
    await prisma.mailCommand.deleteMany({ where });
    await prisma.executedCommand.deleteMany({ where });
  },
});

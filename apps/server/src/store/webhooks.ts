import { PlayerId, type WebhookDelivery, WebhookRow } from '@terrace/protocol';
import type { WebhookDelivery as DeliveryRow, Webhook } from '../generated/prisma/client.ts';
import { type DeliveryStore, TEST_NOTIFICATION, type WebhookStore } from '../webhooks/webhooks.ports.ts';
import { type Queries, transact } from './client.ts';

/** Rows of a webhook's log in one reply. */
const MAX_LISTED = 50;

export function createWebhookStore(prisma: Queries): WebhookStore {
  return {
    async list(playerId) {
      return (await prisma.webhook.findMany({ where: { playerId }, orderBy: { createdAt: 'asc' } })).map(toRow);
    },

    async add(playerId, { url, secret, at }, limit) {
      return transact(prisma, async (tx) => {
        // With the account's row locked, concurrent requests cannot exceed the limit.
        await tx.$queryRaw`select from "user" where player_id = ${playerId} for update`;
        if ((await tx.webhook.count({ where: { playerId } })) >= limit) return undefined;
        const data = { id: crypto.randomUUID(), playerId, url, secret, createdAt: new Date(at) };
        return toRow(await tx.webhook.create({ data }));
      });
    },

    remove: async (playerId, id) => (await prisma.webhook.deleteMany({ where: { id, playerId } })).count === 1,

    async setSecret(playerId, id, secret) {
      const rows = await prisma.webhook.updateManyAndReturn({ where: { id, playerId }, data: { secret } });
      return rows[0] && toRow(rows[0]);
    },

    async enable(playerId, id) {
      const data = { disabledAt: null, failures: 0 };
      const rows = await prisma.webhook.updateManyAndReturn({ where: { id, playerId }, data });
      return rows[0] && toRow(rows[0]);
    },

    async find(id) {
      const row = await prisma.webhook.findUnique({ where: { id } });
      if (row === null) return undefined;
      const { url, secret, disabledAt } = row;
      return { id, playerId: PlayerId.parse(row.playerId), url, secret, isDisabled: disabledAt !== null };
    },

    async deliveries(webhookId, since) {
      const where = { webhookId, at: { gte: new Date(since) } };
      const rows = await prisma.webhookDelivery.findMany({ where, orderBy: { at: 'desc' }, take: MAX_LISTED });
      return rows.map(toDelivery);
    },
  };
}

export function createDeliveryStore(prisma: Queries): DeliveryStore {
  return {
    async enqueue(playerId, notificationId, now) {
      await prisma.$executeRaw`
        with added as (
          insert into webhook_delivery (webhook_id, notification_id, attempts, at, due_at)
          select id, ${notificationId}, 0, ${new Date(now)}, ${new Date(now)} from webhook
          where player_id = ${playerId} and disabled_at is null
          on conflict do nothing
          returning webhook_id
        )
        update webhook set next_at = coalesce(next_at, ${new Date(now)}) from added where id = added.webhook_id`;
    },

    async claim({ now, until }, { webhooks, players, hosts }) {
      const [row] = await prisma.$queryRaw<ClaimedRow[]>`
        with chosen as (
          select id from webhook
          where next_at <= ${new Date(now)} and disabled_at is null and id <> all(${[...webhooks]}::text[])
            and player_id <> all(${[...players]}::text[]) and split_part(url, '/', 3) <> all(${[...hosts]}::text[])
          order by next_at limit 1 for update skip locked
        ), leased as (
          update webhook w set next_at = ${new Date(until)} from chosen where w.id = chosen.id returning w.*
        ), due as (
          update webhook_delivery d set attempts = d.attempts + 1, due_at = ${new Date(until)}
          from (
            select webhook_id, notification_id from webhook_delivery
            where webhook_id = (select id from chosen) and pending and (due_at is null or due_at <= ${new Date(now)})
            order by due_at, notification_id limit 1
          ) as next
          where d.webhook_id = next.webhook_id and d.notification_id = next.notification_id
          returning d.notification_id, d.attempts
        )
        select w.id, w.player_id as "playerId", w.url, w.secret, due.notification_id as "notificationId", due.attempts
        from leased w left join due on true`;
      if (row === undefined) return undefined;
      const { id, playerId, url, secret, notificationId, attempts } = row;
      const target = { id, playerId: PlayerId.parse(playerId), url, secret, isDisabled: false };
      const isDue = notificationId !== null && attempts !== null;
      return { target, delivery: isDue ? { notificationId, attempts } : undefined };
    },

    async record(webhookId, notificationId, { status, error, at, state, dueAt }) {
      const isTest = notificationId === TEST_NOTIFICATION;
      const deliveredAt = state === 'delivered' ? new Date(at) : null;
      const due = dueAt === null ? null : new Date(dueAt);
      const outcome = { status, error, at: new Date(at), deliveredAt, pending: state === 'waiting', dueAt: due };
      if (isTest) {
        await prisma.webhookDelivery.upsert({
          where: { webhookId_notificationId: { webhookId, notificationId } },
          create: { webhookId, notificationId, attempts: 1, ...outcome },
          update: outcome,
        });
        return;
      }
      await prisma.webhookDelivery.updateMany({ where: { webhookId, notificationId }, data: outcome });
      if (state === 'delivered')
        await prisma.webhook.updateMany({ where: { id: webhookId, failures: { gt: 0 } }, data: { failures: 0 } });
    },

    async release(id, notBefore) {
      await prisma.$executeRaw`
        update webhook set next_at = (
          select case when count(*) > 0 then greatest(${new Date(notBefore)}::timestamptz, min(coalesce(due_at, at))) end
          from webhook_delivery where webhook_id = ${id} and pending
        )
        where id = ${id}`;
    },

    async countFailure(id, limit, now) {
      const [row] = await prisma.$queryRaw<{ disabled: boolean }[]>`
        update webhook set failures = failures + 1,
          disabled_at = case when failures + 1 >= ${limit} then ${new Date(now)}::timestamptz end
        where id = ${id} and disabled_at is null
        returning disabled_at is not null as disabled`;
      if (row?.disabled !== true) return false;
      const error = 'the webhook was disabled';
      await prisma.webhookDelivery.updateMany({
        where: { webhookId: id, pending: true },
        data: { pending: false, dueAt: null, error, at: new Date(now) },
      });
      return true;
    },

    async dueSince(now) {
      const [row] = await prisma.$queryRaw<{ since: Date | null }[]>`
        select min(next_at) as since from webhook where next_at <= ${new Date(now)} and disabled_at is null`;
      return row?.since?.getTime() ?? null;
    },

    async repair(now) {
      await prisma.$executeRaw`
        update webhook set next_at = ${new Date(now)}
        where next_at is null and disabled_at is null and id in (select webhook_id from webhook_delivery where pending)`;
    },

    async deleteOld(before, most) {
      await prisma.webhookDelivery.deleteMany({
        where: { pending: false, at: { lt: new Date(before) } },
      });
      await prisma.$executeRaw`
        delete from webhook_delivery d using (
          select w.id, (
            select at from webhook_delivery where webhook_id = w.id order by at desc offset ${most} limit 1
          ) as last
          from webhook w
        ) as over
        where d.webhook_id = over.id and not d.pending and d.at <= over.last`;
    },
  };
}

type ClaimedRow = {
  readonly id: string;
  readonly playerId: string;
  readonly url: string;
  readonly secret: string;
  readonly notificationId: number | null;
  readonly attempts: number | null;
};

const toRow = ({ id, url, createdAt, failures, disabledAt }: Webhook): WebhookRow =>
  WebhookRow.parse({
    id,
    url,
    createdAt: createdAt.getTime(),
    failures,
    disabledAt: disabledAt?.getTime() ?? null,
  });

const toDelivery = ({ notificationId, attempts, status, error, at, ...row }: DeliveryRow): WebhookDelivery => ({
  notificationId: notificationId === TEST_NOTIFICATION ? null : notificationId,
  state: row.pending ? 'waiting' : row.deliveredAt === null ? 'failed' : 'delivered',
  attempts,
  status,
  error,
  at: at.getTime(),
});

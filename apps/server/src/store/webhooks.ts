import { PlayerId, type WebhookDelivery, WebhookRow } from '@terrace/protocol';
import type { WebhookDelivery as DeliveryRow, Webhook } from '../generated/prisma/client.ts';
import { type DeliveryStore, TEST_NOTIFICATION, type WebhookStore } from '../webhooks/webhooks.ports.ts';
import { type Queries, transact } from './client.ts';

/** Attempts of a delivery before it is given up, about 16 hours after the first with the pauses of the queue. */
const MAX_ATTEMPTS = 12;

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
      await prisma.$queryRaw`
        with added as (
          insert into webhook_delivery (webhook_id, notification_id, attempts, at)
          select id, ${notificationId}, 0, ${new Date(now)} from webhook
          where player_id = ${playerId} and disabled_at is null
          on conflict do nothing
          returning webhook_id, notification_id
        )
        select count(webhook_jobs.add_job('webhook',
          json_build_object('webhook', webhook_id, 'notification', notification_id),
          queue_name => 'webhook-' || webhook_id, max_attempts => ${MAX_ATTEMPTS}))::int
        from added`;
    },

    async isPending(webhookId, notificationId) {
      const where = { webhookId_notificationId: { webhookId, notificationId } };
      return (await prisma.webhookDelivery.findUnique({ where }))?.pending ?? false;
    },

    async record(webhookId, notificationId, { status, error, at, state }) {
      const isTest = notificationId === TEST_NOTIFICATION;
      const deliveredAt = state === 'delivered' ? new Date(at) : null;
      const outcome = { status, error, at: new Date(at), deliveredAt, pending: state === 'waiting' };
      if (isTest) {
        await prisma.webhookDelivery.upsert({
          where: { webhookId_notificationId: { webhookId, notificationId } },
          create: { webhookId, notificationId, attempts: 1, ...outcome },
          update: outcome,
        });
        return;
      }
      await prisma.webhookDelivery.updateMany({
        where: { webhookId, notificationId },
        data: { ...outcome, attempts: { increment: 1 } },
      });
      if (state === 'delivered')
        await prisma.webhook.updateMany({ where: { id: webhookId, failures: { gt: 0 } }, data: { failures: 0 } });
    },

    async countFailure(id, limit, now) {
      const [row] = await prisma.$queryRaw<{ disabled: boolean }[]>`
        update webhook set failures = failures + 1,
          disabled_at = case when failures + 1 >= ${limit} then ${new Date(now)}::timestamptz end
        where id = ${id} and disabled_at is null
        returning disabled_at is not null as disabled`;
      return row?.disabled ?? false;
    },

    async requeue() {
      await prisma.$queryRaw`
        select count(webhook_jobs.add_job('webhook',
          json_build_object('webhook', webhook_id, 'notification', notification_id),
          queue_name => 'webhook-' || webhook_id, max_attempts => ${MAX_ATTEMPTS}))::int
        from webhook_delivery d
        where pending and not exists (
          select from webhook_jobs._private_jobs j
          where j.payload ->> 'webhook' = d.webhook_id and (j.payload ->> 'notification')::int = d.notification_id
        )`;
    },

    async unlock() {
      await prisma.$queryRaw`
        select webhook_jobs.force_unlock_workers(array_agg(distinct locked_by))::text
        from webhook_jobs._private_jobs where locked_at < now() - interval '5 minutes'
        having count(*) > 0`;
    },

    async deleteOld(before, most) {
      await prisma.$executeRaw`
        delete from webhook_delivery d using (
          select webhook_id, notification_id, at,
            row_number() over (partition by webhook_id order by at desc) as place
          from webhook_delivery where not pending
        ) as old
        where d.webhook_id = old.webhook_id and d.notification_id = old.notification_id
          and (old.at < ${new Date(before)} or old.place > ${most})`;
    },
  };
}

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

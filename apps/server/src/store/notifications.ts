import {
  AccountPreferences,
  GameId,
  Language,
  Notification,
  NotificationChoices,
  NotificationDetails,
  PlayerId,
  readPreferences,
} from '@terrace/protocol';
import { Prisma, type Notification as Row } from '../generated/prisma/client.ts';
import type {
  NotificationQueries,
  NotificationStore,
  Pending,
  StoredNotification,
  Which,
} from '../notifications/notifications.ports.ts';
import type { Transaction } from './client.ts';

/** Attempts of a job before it is given up, about a day after the first with the pauses of the queue. */
const MAX_ATTEMPTS = 12;

/** Rows deleted in one statement. */
const DELETE_AT_ONCE = 5_000;

/** Games read in one pass of the leader. */
const MAX_GAMES = 5_000;

const PENDING: readonly Pending[] = ['decide', 'push', 'webhook'];
const isPending = (text: string): text is Pending => PENDING.some((each) => each === text);

/** Notifications in Postgres. Their jobs are added in the statements that make them necessary. */
export function createNotificationStore(prisma: Transaction): NotificationStore & NotificationQueries {
  return {
    async add(causes, superseded, now) {
      const rows = causes.map(({ to, key, gameId, at, details, isSeen }) => ({
        player_id: to,
        key,
        kind: details.kind,
        game_id: gameId,
        at: new Date(at).toISOString(),
        details,
        read_at: isSeen ? new Date(now).toISOString() : null,
      }));
      const fewer = await prisma.$queryRaw<{ player_id: string | null }[]>`
        with given as (
          select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(
            player_id text, key text, kind text, game_id text, at timestamptz, details jsonb, read_at timestamptz)
        ), outdated as (
          update notification set read_at = ${new Date(now)}, mail_at = null, push_at = null
          where game_id = any(${[...superseded]}) and kind in ('turn', 'time-short') and read_at is null
            and (player_id, key) not in (select player_id, key from given)
          returning player_id
        ), added as (
          insert into notification (player_id, key, kind, game_id, at, details, read_at, pending)
          select player_id, key, kind, game_id, at, details, read_at,
            case when read_at is null then array['decide'] else '{}' end
          from given
          where not exists (select from player p where p.id = given.player_id and p.closed_at is not null)
          on conflict (player_id, key) do nothing
          returning id, read_at
        ), jobs as (
          select id from graphile_worker.add_jobs(array(select ${jobSpec('decide')} from added where read_at is null))
          where exists (select from added where read_at is null)
        )
        select distinct player_id from outdated union all select null from (select count(*) from jobs) as done`;
      return fewer.flatMap(({ player_id: id }) => (id === null ? [] : [PlayerId.parse(id)]));
    },

    async find(id) {
      const row = await prisma.notification.findUnique({ where: { id } });
      return row === null ? undefined : toStored(row);
    },

    async recipient(id) {
      const [row] = await prisma.$queryRaw<
        {
          name: string;
          settings: unknown;
          device_language: string | null;
          choices: unknown;
          has_account: boolean;
          is_closed: boolean;
          email: string | null;
          has_device: boolean;
          has_webhook: boolean;
        }[]
      >`
        select p.name, p.settings, c.choices,
          (select language from push_subscription s where s.player_id = p.id order by created_at desc limit 1) as device_language,
          u.id is not null as has_account, p.closed_at is not null as is_closed,
          case when u.email_verified then u.email end as email,
          exists (select from push_subscription s where s.player_id = p.id) as has_device,
          exists (select from webhook w where w.player_id = p.id and w.disabled_at is null) as has_webhook
        from player p left join "user" u on u.player_id = p.id left join notification_choice c on c.player_id = p.id
        where p.id = ${id}`;
      if (row === undefined || row.is_closed) return undefined;
      const {
        name,
        settings,
        choices,
        has_account: hasAccount,
        email,
        has_device: hasDevice,
        has_webhook: hasWebhook,
      } = row;
      const chosen = settings === null ? null : AccountPreferences.parse(readPreferences(settings)).language;
      const language = chosen ?? Language.safeParse(row.device_language).data ?? null;
      return { name, isGuest: !hasAccount, email, language, choices: readChoices(choices), hasDevice, hasWebhook };
    },

    async decide(id, { channels, pushAt, mailAt, isRead }, now) {
      const ready = channels.filter((channel) => channel !== 'push' || pushAt === null);
      const [done] = await prisma.$queryRaw<{ decided: number }[]>`
        with decided as (
          update notification set pending = ${[...channels]}, push_at = ${dateOf(pushAt)}::timestamptz,
            mail_at = ${dateOf(mailAt)}::timestamptz,
            read_at = case when ${isRead} then coalesce(read_at, ${new Date(now)}) else read_at end
          where id = ${id} and 'decide' = any(pending)
          returning id
        ), jobs as (
          select id from graphile_worker.add_jobs(
            array(select ${jobSpec('deliver')} from decided, unnest(${ready}::text[]) as channel))
          where cardinality(${ready}::text[]) > 0 and exists (select from decided)
        )
        select count(*)::int as decided from decided, (select count(*) from jobs) as done`;
      return done !== undefined && done.decided > 0;
    },

    async settle(id, channel) {
      await prisma.$executeRaw`
        update notification set pending = array_remove(pending, ${channel}) where id = ${id} and ${channel} = any(pending)`;
    },

    async releasePushes(now) {
      await prisma.$queryRaw`
        with due as (
          update notification set push_at = null where push_at <= ${new Date(now)} returning id, pending
        )
        select count(*)::int as jobs from graphile_worker.add_jobs(
          array(select ${jobSpec('deliver')} from due, (values ('push')) as p(channel) where channel = any(pending)))
        where exists (select from due)`;
    },

    async requeue(since) {
      const [done] = await prisma.$queryRaw<{ count: number }[]>`
        with missing as (
          select n.id, p.channel
          from notification n, unnest(n.pending) as p(channel)
          where n.pending <> '{}' and n.at >= ${new Date(since)} and not (p.channel = 'push' and n.push_at is not null)
            and not exists (
              select from graphile_worker._private_jobs j
              where (j.payload ->> 'id')::int = n.id and coalesce(j.payload ->> 'channel', 'decide') = p.channel
            )
        )
        select count(*)::int as count from graphile_worker.add_jobs(
          array(select ${jobSpec('decide')} from missing where channel = 'decide')
          || array(select ${jobSpec('deliver')} from missing where channel <> 'decide'))`;
      return done?.count ?? 0;
    },

    async unlock(workers) {
      await prisma.$queryRaw`
        select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))::text
        from graphile_worker._private_jobs
        where locked_by is not null and not (locked_by = any(${[...workers]})) and locked_at < now() - interval '1 minute'
        having count(*) > 0`;
    },

    async deleteOld({ read, all }) {
      await prisma.$executeRaw`
        delete from notification where id in (
          select id from notification where at < ${new Date(read)} and (read_at is not null or at < ${new Date(all)})
          limit ${DELETE_AT_ONCE})`;
    },

    async pending() {
      const [row] = await prisma.$queryRaw<{ count: number; since: Date | null }[]>`
        select count(*)::int as count, min(at) as since from notification where pending <> '{}' and push_at is null`;
      return { count: row?.count ?? 0, since: row?.since?.getTime() ?? null };
    },

    async progress() {
      const row = await prisma.notificationProgress.findUnique({ where: { id: 1 } });
      return row?.upTo.getTime() ?? null;
    },

    async setProgress(upTo) {
      const data = { upTo: new Date(upTo) };
      await prisma.notificationProgress.upsert({ where: { id: 1 }, create: { id: 1, ...data }, update: data });
    },

    async changedGames(since) {
      const rows = await prisma.$queryRaw<{ id: string }[]>`
        select id from game where updated_at >= ${new Date(since)}
          and (status <> 'live' or settings -> 'time' ->> 'kind' is distinct from 'clock')
        order by updated_at`;
      return rows.map(({ id }) => GameId.parse(id));
    },

    async shortGames(now) {
      const rows = await prisma.$queryRaw<{ id: string }[]>`
        select id from game g, lateral (
          select coalesce(time ->> 'perMoveMs', time ->> 'bankMs')::bigint * interval '0.25 milliseconds'
            * case when time ? 'weekendsOff' then 1.4 else 1 end as quarter,
            case when time ? 'weekendsOff' then interval '3 days' else interval '0' end as weekend
          from (select settings -> 'time' as time) as t
        ) as of
        where status = 'live' and deadline_at > ${new Date(now)}
          and settings -> 'time' ->> 'kind' in ('days', 'bank')
          and deadline_at <= ${new Date(now)}::timestamptz + greatest(quarter, interval '1 hour') + weekend
          and not exists (
            select from notification n
            where n.game_id = g.id and n.kind = 'time-short' and n.at > g.updated_at
              and (deadline_at > ${new Date(now)}::timestamptz + interval '1 hour' + weekend
                or n.details ->> 'left' = 'hour')
          )
        order by deadline_at limit ${MAX_GAMES}`;
      return rows.map(({ id }) => GameId.parse(id));
    },

    async list(playerId, hidden, before, limit) {
      const where = { playerId, kind: { notIn: [...hidden] }, ...(before !== null && { id: { lt: before } }) };
      const rows = await prisma.notification.findMany({ where, orderBy: { id: 'desc' }, take: limit });
      return rows.map((row) => toStored(row).notification);
    },

    countUnread: (playerId, hidden) =>
      prisma.notification.count({ where: { playerId, readAt: null, kind: { notIn: [...hidden] } } }),

    async markRead(playerId, which, now) {
      const where = { playerId, readAt: null, ...filterOf(which) };
      const data = { readAt: new Date(now), mailAt: null };
      return (await prisma.notification.updateMany({ where, data })).count;
    },

    async choices(playerId) {
      const row = await prisma.notificationChoice.findUnique({ where: { playerId }, select: { choices: true } });
      return readChoices(row?.choices);
    },

    async setChoices(playerId, choices) {
      const data = { choices };
      await prisma.notificationChoice.upsert({ where: { playerId }, create: { playerId, ...data }, update: data });
    },
  };
}

/** A job about the columns `id` and `channel`. `add_jobs` must not get an empty list, which wakes a worker. */
const jobSpec = (task: 'decide' | 'deliver'): Prisma.Sql =>
  Prisma.raw(
    `('${task}', json_build_object('id', id${task === 'deliver' ? ", 'channel', channel" : ''}),
      null, null, ${MAX_ATTEMPTS}, null, null, null)::graphile_worker.job_spec`,
  );

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Choices of an earlier version that cannot be read count as none. */
const readChoices = (stored: unknown): NotificationChoices | null => NotificationChoices.safeParse(stored).data ?? null;

function filterOf(which: Which): Prisma.NotificationWhereInput {
  if (which === 'all') return {};
  return 'ids' in which ? { id: { in: [...which.ids] } } : { gameId: which.gameId };
}

export const toStored = ({ id, playerId, key, gameId, at, details, readAt, pending }: Row): StoredNotification => ({
  to: PlayerId.parse(playerId),
  key,
  pending: pending.filter(isPending),
  notification: Notification.parse({
    id,
    at: at.getTime(),
    readAt: readAt?.getTime() ?? null,
    gameId,
    details: NotificationDetails.parse(details),
  }),
});

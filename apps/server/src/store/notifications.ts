import {
  AccountPreferences,
  GameId,
  Language,
  MINUTE_MS,
  Notification,
  NotificationChoices,
  NotificationDetails,
  PlayerId,
  readPreferences,
} from '@terrace/protocol';
import { Prisma, type Notification as Row } from '../generated/prisma/client.ts';
import type {
  ClaimedNotification,
  NotificationQueries,
  NotificationStore,
  Pending,
  StoredNotification,
  Which,
} from '../notifications/notifications.ports.ts';
import type { Transaction } from './client.ts';

/** Rows deleted in one statement. */
const DELETE_AT_ONCE = 5_000;

/** Rows repaired in one statement. */
const REPAIR_AT_ONCE = 5_000;

/** Pushes looked at in one statement. */
const PUT_OFF_AT_ONCE = 1_000;

/** A rolling restart has replaced all servers of version 0.9 by then. */
const LEFT_BEHIND_MS = 15 * MINUTE_MS;

/** Games read in one pass of the leader. */
const MAX_GAMES = 5_000;

const PENDING: readonly Pending[] = ['decide', 'push'];
const isPending = (text: string): text is Pending => PENDING.some((each) => each === text);

/** Notifications in Postgres. Each row is also the queue entry of its next step. */
export function createNotificationStore(prisma: Transaction): NotificationStore & NotificationQueries {
  async function settle(id: number): Promise<void> {
    await prisma.$executeRaw`update notification set pending = '{}', push_at = null where id = ${id}`;
  }

  /**
   * A row that this version cannot read is reported and given up, so that it neither returns again and again nor holds
   * back the rows that were claimed with it.
   */
  async function readable(rows: readonly ClaimedRow[], report: ReportError): Promise<readonly ClaimedNotification[]> {
    const claimed: ClaimedNotification[] = [];
    for (const row of rows) {
      try {
        claimed.push({ ...toStored(row), attempts: row.attempts });
      } catch (error) {
        await settle(row.id);
        report(new Error(`notification ${row.id} cannot be read and is given up`, { cause: error }));
      }
    }
    return claimed;
  }

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
      const fewer = await prisma.$queryRaw<{ player_id: string }[]>`
        with given as (
          select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(
            player_id text, key text, kind text, game_id text, at timestamptz, details jsonb, read_at timestamptz)
        ), outdated as (
          update notification set read_at = ${new Date(now)}, mail_at = null
          where game_id = ${superseded?.gameId ?? null} and read_at is null
            and case when kind = any(${[...(superseded?.kinds ?? [])]})
              then split_part(key, ':', -1)::int <= ${superseded?.upTo ?? 0} and not (
                player_id = ${superseded?.turn?.player ?? ''} and split_part(key, ':', -1)::int = ${superseded?.turn?.seq ?? 0})
              else false end
          returning player_id
        ), added as (
          insert into notification (player_id, key, kind, game_id, at, details, read_at, pending, push_at)
          select player_id, key, kind, game_id, at, details, read_at,
            case when read_at is null then array['decide'] else '{}' end,
            case when read_at is null then ${new Date(now)}::timestamptz end
          from given
          where not exists (select from player p where p.id = given.player_id and p.closed_at is not null)
          on conflict (player_id, key) do nothing
        )
        select distinct player_id from outdated`;
      return fewer.map(({ player_id: id }) => PlayerId.parse(id));
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

    async claimUndecided({ now, until, except }, limit, report) {
      const rows = await prisma.$queryRaw<ClaimedRow[]>`
        update notification set push_at = ${new Date(until)}, attempts = attempts + 1
        where id in (
          select id from notification
          where push_at <= ${new Date(now)} and 'decide' = any(pending) and id <> all(${[...except]}::int[])
          order by push_at, id limit ${limit} for update skip locked
        )
        returning ${CLAIMED}`;
      return readable(rows, report);
    },

    async claimPush(lease, busy, report) {
      const { now, until, except } = lease;
      const rows = await prisma.$queryRaw<ClaimedRow[]>`
        update notification set push_at = ${new Date(until)}, attempts = attempts + 1
        where id = (
          select id from notification n
          where push_at <= ${new Date(now)} and pending = array['push'] and id <> all(${[...except]}::int[])
            and player_id <> all(${[...busy.players]}::text[])
            ${busy.hosts.length === 0 ? Prisma.empty : Prisma.sql`and not ${waitsFor(busy.hosts)}`}
          order by push_at limit 1 for update of n skip locked
        )
        returning ${CLAIMED}`;
      const [claimed] = await readable(rows, report);
      return claimed === undefined && rows.length > 0 ? this.claimPush(lease, busy, report) : claimed;
    },

    async putOffPushes({ hosts, until }, now) {
      // With an attempt, they still count as pending.
      await prisma.$executeRaw`
        update notification set push_at = ${new Date(until)}, attempts = greatest(attempts, 1)
        where id in (
          select id from (
            select id, player_id from notification
            where push_at <= ${new Date(now)} and pending = array['push']
            order by push_at limit ${PUT_OFF_AT_ONCE} for update skip locked
          ) as n
          where ${waitsFor(hosts)})`;
    },

    async decide(id, { pushAt, mailAt, isRead }, now) {
      const decided = await prisma.$executeRaw`
        update notification set pending = ${pushAt === null ? [] : ['push']}, push_at = ${dateOf(pushAt)}::timestamptz,
          mail_at = ${dateOf(mailAt)}::timestamptz, attempts = 0,
          read_at = case when ${isRead} then coalesce(read_at, ${new Date(now)}) else read_at end
        where id = ${id} and 'decide' = any(pending)`;
      return decided > 0;
    },

    async postpone(id, until, isCounted) {
      await prisma.$executeRaw`
        update notification set push_at = ${new Date(until)}, attempts = attempts - ${isCounted ? 0 : 1}
        where id = ${id} and pending <> '{}'`;
    },

    settle,

    async repair(now) {
      // A server of version 0.9 keeps webhooks in this column, and delivers them itself while it runs.
      await prisma.$executeRaw`
        with left_behind as (
          update notification set pending = array_remove(pending, 'webhook')
          where id in (
            select id from notification
            where pending <> '{}' and 'webhook' = any(pending) and at < ${new Date(now - LEFT_BEHIND_MS)}
            order by id limit ${REPAIR_AT_ONCE})
          returning id, player_id
        ), due as (
          insert into webhook_delivery (webhook_id, notification_id, attempts, at, due_at)
          select w.id, n.id, 0, ${new Date(now)}, ${new Date(now)}
          from left_behind n join webhook w on w.player_id = n.player_id and w.disabled_at is null
          on conflict do nothing returning webhook_id
        )
        update webhook set next_at = coalesce(next_at, ${new Date(now)}) where id in (select webhook_id from due)`;
      await prisma.$executeRaw`
        update notification set push_at = ${new Date(now)}
        where id in (select id from notification where pending <> '{}' and push_at is null order by id limit ${REPAIR_AT_ONCE})`;
    },

    async deleteOld({ read, all }) {
      await prisma.$executeRaw`
        delete from notification where id in (
          select id from notification where at < ${new Date(read)} and (read_at is not null or at < ${new Date(all)})
          limit ${DELETE_AT_ONCE})`;
    },

    async pending(now) {
      const [row] = await prisma.$queryRaw<{ count: number; since: Date | null }[]>`
        select count(*)::int as count, min(at) as since from notification
        where pending <> '{}' and (attempts > 0 or push_at is null or push_at <= ${new Date(now)})`;
      return { count: row?.count ?? 0, since: row?.since?.getTime() ?? null };
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

type ReportError = (error: unknown) => void;

type ClaimedRow = Omit<Row, 'dueAt' | 'mailAt'>;

const CLAIMED = Prisma.raw(
  'id, player_id as "playerId", key, kind, game_id as "gameId", at, details, read_at as "readAt", pending, attempts',
);

/** SQL: the player has devices that lack notification `n`, and all of them are at one of these hosts. */
const waitsFor = (hosts: readonly string[]): Prisma.Sql =>
  Prisma.sql`coalesce((
    select bool_and(split_part(s.endpoint, '/', 3) = any(${[...hosts]}::text[])) from push_subscription s
    where s.player_id = n.player_id and n.id <> all(s.received)), false)`;

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** Choices of an earlier version that cannot be read count as none. */
const readChoices = (stored: unknown): NotificationChoices | null => NotificationChoices.safeParse(stored).data ?? null;

function filterOf(which: Which): Prisma.NotificationWhereInput {
  if (which === 'all') return {};
  return 'ids' in which ? { id: { in: [...which.ids] } } : { gameId: which.gameId };
}

export const toStored = ({
  id,
  playerId,
  key,
  gameId,
  at,
  details,
  readAt,
  pending,
}: ClaimedRow): StoredNotification => ({
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

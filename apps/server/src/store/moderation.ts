import { AuditRow, type ChatMessage, PlayerId, ReportRow, SanctionKind, SanctionRow } from '@terrace/protocol';
import { z } from 'zod';
import { nameKey } from '../accounts/names.ts';
import type { Prisma } from '../generated/prisma/client.ts';
import type { ModerationStore } from '../moderation/moderation.ports.ts';
import { toChatMessage } from './chat.ts';
import { type Database, type Prepared, type Transaction, transact } from './client.ts';
import { currentPlayers } from './players.ts';

const MAX_MESSAGES_AROUND = 4;
const COLUMNS = 'id, room, at, by_id as "byId", by_name as "byName", text';
const MESSAGES_AROUND: Prepared = {
  name: 'messages_around',
  text: `
    select about.id as about, around.* from chat_message about cross join lateral (
      (
        select ${COLUMNS} from chat_message m
        where m.game_id = about.game_id and m.room = about.room and m.id <= about.id
        order by m.id desc limit ${MAX_MESSAGES_AROUND + 1}
      )
      union all
      (
        select ${COLUMNS} from chat_message m
        where m.game_id = about.game_id and m.room = about.room and m.id > about.id
        order by m.id limit ${MAX_MESSAGES_AROUND}
      )
    ) around
    where about.id = any($1::int[]) order by about.id, around.id`,
};

const Around = z.array(
  z.object({
    about: z.int(),
    id: z.int(),
    room: z.string(),
    at: z.date(),
    byId: z.string(),
    byName: z.string(),
    text: z.string(),
  }),
);

const InForce = z.object({ kind: SanctionKind, reason: z.string(), until: z.number().nullable() });

/** Bypasses Prisma, since it runs for every player who takes a seat. */
const IN_FORCE: Prepared = {
  name: 'sanctions_in_force',
  text: `
    select kind, reason, round(extract(epoch from until) * 1000)::float8 as until from sanction
    where player_id = $1 and lifted_at is null and (until is null or until > to_timestamp($2::float8 / 1000))
    order by kind desc`,
};

export function createModerationStore(database: Pick<Database, 'prisma' | 'runPrepared'>): ModerationStore {
  const { prisma, runPrepared } = database;
  /** A deleted player's name is the id. */
  async function playersById(ids: readonly string[]) {
    const players = await currentPlayers(prisma, ids);
    return (id: string) => players.get(id) ?? { id, name: id.slice(0, 30) };
  }

  async function messagesAround(ids: readonly number[]): Promise<(about: number) => ChatMessage[]> {
    const rows = Around.parse(ids.length === 0 ? [] : await runPrepared(MESSAGES_AROUND, [ids]));
    const byAbout = Map.groupBy(rows, ({ about }) => about);
    return (about) => (byAbout.get(about) ?? []).map(toChatMessage);
  }

  return {
    async report(by, about, { reason, text, gameId }, at) {
      await prisma.report.create({ data: { by, about, reason, text, gameId, at: new Date(at) } });
    },

    async reports(limit) {
      const rows = await prisma.report.findMany({ where: { handledAt: null }, orderBy: { id: 'desc' }, take: limit });
      const [who, talkAround] = await Promise.all([
        playersById(rows.flatMap(({ by, about }) => [by, about])),
        messagesAround(rows.flatMap(({ messageId }) => messageId ?? [])),
      ]);
      return rows.map((row) =>
        ReportRow.parse({
          ...row,
          at: row.at.getTime(),
          by: who(row.by),
          about: who(row.about),
          talk: row.messageId === null ? [] : talkAround(row.messageId),
          handledAt: row.handledAt?.getTime() ?? null,
        }),
      );
    },

    async handle(id, by, at) {
      return transact(prisma, async (tx) => {
        const handled = await tx.report.updateManyAndReturn({
          where: { id, handledAt: null },
          data: { handledAt: new Date(at), handledBy: by },
        });
        for (const { about } of handled) await auditIn(tx, by, 'handle', about, { report: id }, at);
        return handled.length > 0;
      });
    },

    async inForce(playerId, at) {
      return z.array(InForce).parse(await runPrepared(IN_FORCE, [playerId, at]));
    },

    async sanctions(at, limit) {
      const rows = await prisma.sanction.findMany({ where: inForceAt(at), orderBy: { id: 'desc' }, take: limit });
      const who = await playersById(rows.flatMap(({ by, playerId }) => [by, playerId]));
      return rows.map(({ id, playerId, kind, reason, by, at: since, until, liftedAt }) =>
        SanctionRow.parse({
          id,
          about: who(playerId),
          kind,
          reason,
          by: who(by),
          at: since.getTime(),
          until: until?.getTime() ?? null,
          liftedAt: liftedAt?.getTime() ?? null,
        }),
      );
    },

    async sanction(about, by, { kind, reason, until }, at) {
      const ends = until === null ? null : new Date(until);
      await transact(prisma, async (tx) => {
        await tx.sanction.create({ data: { playerId: about, by, kind, reason, at: new Date(at), until: ends } });
        await auditIn(tx, by, 'sanction', about, { kind, reason, until }, at);
      });
    },

    async lift(id, by, at) {
      return transact(prisma, async (tx) => {
        const lifted = await tx.sanction.updateManyAndReturn({
          where: { id, ...inForceAt(at) },
          data: { liftedAt: new Date(at) },
        });
        for (const { playerId } of lifted) await auditIn(tx, by, 'lift', playerId, { sanction: id }, at);
        return lifted.length > 0;
      });
    },

    async audit(limit) {
      const rows = await prisma.auditEntry.findMany({ orderBy: { id: 'desc' }, take: limit });
      const who = await playersById(rows.flatMap(({ by, about }) => (about === null ? [by] : [by, about])));
      return rows.map((row) =>
        AuditRow.parse({
          ...row,
          at: row.at.getTime(),
          by: who(row.by).name,
          about: row.about === null ? null : who(row.about).name,
        }),
      );
    },

    async setAdmin(name, on, at) {
      return transact(prisma, async (tx) => {
        const player = await tx.player.findFirst({ where: { nameKey: nameKey(name), user: { isNot: null } } });
        // A name that only looks like the typed one belongs to another player.
        if (player?.name.toLowerCase() !== name.toLowerCase()) return false;
        await tx.player.update({ where: { id: player.id }, data: { role: on ? 'admin' : null } });
        await auditIn(tx, 'console', on ? 'grant' : 'revoke', player.id, {}, at);
        return true;
      });
    },

    async admins() {
      const rows = await prisma.player.findMany({ where: { role: 'admin' }, select: { id: true } });
      return rows.map(({ id }) => PlayerId.parse(id));
    },

    async isAdmin(id: PlayerId) {
      return (await prisma.player.findFirst({ where: { id, role: 'admin' } })) !== null;
    },
  };
}

const inForceAt = (at: number) => ({ liftedAt: null, OR: [{ until: null }, { until: { gt: new Date(at) } }] });

const auditIn = (
  tx: Pick<Transaction, 'auditEntry'>,
  by: string,
  action: AuditRow['action'],
  about: string | null,
  detail: Prisma.InputJsonObject,
  at: number,
) => tx.auditEntry.create({ data: { at: new Date(at), by, action, about, detail } });

import { PlayerId, TokenRow, TokenScope } from '@terrace/protocol';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { z } from 'zod';
import type { AccountStore } from '../accounts/accounts.ports.ts';
import { earlierGuestName } from '../accounts/guests.ts';
import { Credential } from '../accounts/revocation.ts';
import { type ApiToken, type Player as PlayerRow, Prisma } from '../generated/prisma/client.ts';
import { type Queries, type Transaction, transact } from './client.ts';
import { toPlayer } from './players.ts';

export const authTables = (prisma: Queries) => prismaAdapter(prisma, { provider: 'postgresql' });

/** better-auth requires an address for every account. No mail is sent to this domain. */
const NOWHERE = '.invalid';

/** A name that was claimed longer ago, without an account, belongs to an interrupted sign-up. */
const SIGN_UP_MS = 30_000;

const WITH_PASSWORD = { providerId: 'credential' };

export function createAccountStore(prisma: Queries): AccountStore {
  return {
    async claimName({ id, name }, key, at) {
      const create = { id, name, nameKey: key, createdAt: new Date(at) };
      const claimed = transact(prisma, async (tx) => {
        // Locked first, so that the next query sees what a simultaneous sign-up has written.
        await tx.$queryRaw`select from player where id = ${id} for update`;
        const known = await tx.player.findUnique({ where: { id }, include: { user: true, renaming: true } });
        if (known === null) {
          const { count } = await tx.player.createMany({ data: create, skipDuplicates: true });
          if (count === 0) return (await isNameTaken(tx, key)) ? 'taken' : 'signing-up';
        } else {
          if (known.user !== null || known.closedAt !== null) return 'has-account';
          const isClaimed = known.nameKey !== null && (known.renaming?.beganAt.getTime() ?? 0) > at - SIGN_UP_MS;
          if (isClaimed) return 'signing-up';
          await tx.player.update({ where: { id }, data: { name, nameKey: key } });
        }
        await beginRenaming(tx, id, at);
        return 'claimed';
      });
      return unlessTaken(claimed, 'taken');
    },

    async nameAccount({ id, name }, key, at) {
      const named = transact(prisma, async (tx) => {
        const { count } = await tx.player.updateMany({ where: { id, nameKey: null }, data: { name, nameKey: key } });
        if (count === 0) return false;
        await tx.user.update({ where: { playerId: id }, data: { name } });
        await beginRenaming(tx, id, at);
        return true;
      });
      return unlessTaken(named, false);
    },

    async releaseName(id) {
      const where = { id, user: { is: null } };
      await transact(prisma, async (tx) => {
        const own = await tx.player.findUnique({ where: { id }, select: { guestName: true } });
        const name = own?.guestName ?? earlierGuestName(id);
        await tx.player.updateMany({ where, data: { name, nameKey: null } });
        await tx.renaming.deleteMany({ where: { player: where } });
      });
    },

    async addressOf(by) {
      const where = 'key' in by ? { player: { nameKey: by.key } } : { email: by.email, emailVerified: true };
      const include = { accounts: { where: WITH_PASSWORD } };
      const user = await prisma.user.findFirst({ where, include });
      if (user === null) return undefined;
      const passwordHash = user.accounts[0]?.password ?? undefined;
      return { address: user.email, player: PlayerId.parse(user.playerId), passwordHash };
    },

    async playerOf(id) {
      const user = await prisma.user.findUnique({ where: { id }, select: { playerId: true } });
      return user === null ? undefined : PlayerId.parse(user.playerId);
    },

    async nameOf(id) {
      return (await prisma.user.findUnique({ where: { id }, select: { name: true } }))?.name;
    },

    async endedCredentials(credentials, at) {
      const rows = await prisma.$queryRaw<{ credential: string }[]>`
        select credential from unnest(${[...credentials]}::text[]) as credential,
          lateral (select split_part(credential, ':', 1) as kind, substr(credential, strpos(credential, ':') + 1) as key) as c
        where case c.kind
          when 'session' then not exists (select from session s where s.id = c.key and s.expires_at > ${new Date(at)})
          when 'token' then not exists (select from api_token t where t.id = c.key)
          else exists (select from "user" u where u.player_id = c.key)
            or exists (select from player p where p.id = c.key and p.closed_at is not null)
        end`;
      return rows.map(({ credential }) => Credential.parse(credential));
    },

    async findSession(token, at) {
      const found = await prisma.session.findUnique({
        where: { token },
        include: { user: { include: { player: true } } },
      });
      if (found === null || found.expiresAt.getTime() <= at) return undefined;
      return { ...proven(found.user.player), id: found.id, createdAt: found.createdAt.getTime() };
    },

    async findToken(hash) {
      const found = await prisma.apiToken.findUnique({ where: { hash }, include: { player: true } });
      if (found === null) return undefined;
      return { ...proven(found.player), id: found.id, scopes: z.array(TokenScope).parse(found.scopes) };
    },

    async markTokenUsed(id, at) {
      await prisma.apiToken.updateMany({ where: { id }, data: { usedAt: new Date(at) } });
    },

    async account(id) {
      const user = await prisma.user.findUnique({ where: { playerId: id }, include: { player: true, accounts: true } });
      if (user === null) return undefined;
      const ways = user.accounts.map(({ providerId }) => providerId);
      return {
        userId: user.id,
        player: toPlayer(user.player),
        named: user.player.nameKey !== null,
        email: mailable(user.email),
        password: ways.includes('credential'),
        providers: ways.filter((way) => way !== 'credential'),
      };
    },

    async setEmail(userId, email) {
      const data =
        email === null
          ? { email: `${userId.toLowerCase()}@nowhere${NOWHERE}`, emailVerified: false }
          : { email, emailVerified: true };
      const changed = transact(prisma, async (tx) => {
        const [user] = await tx.$queryRaw<{ email: string }[]>`
          select email from "user" where id = ${userId} for update`;
        await tx.user.update({ where: { id: userId }, data });
        return { previous: user === undefined ? null : mailable(user.email) };
      });
      return unlessTaken(changed, undefined);
    },

    async sessions(userId, at) {
      const rows = await prisma.session.findMany({
        where: { userId, expiresAt: { gt: new Date(at) } },
        orderBy: { createdAt: 'desc' },
      });
      return rows.map(({ id, createdAt, ipAddress, userAgent }) => ({
        id,
        createdAt: createdAt.getTime(),
        address: ipAddress ?? '',
        userAgent: userAgent ?? '',
      }));
    },

    async endSessions(userId, which) {
      const are = 'id' in which ? Prisma.sql`id = ${which.id}` : Prisma.sql`id is distinct from ${which.allBut}`;
      const ended = await prisma.$queryRaw<Id[]>`delete from session where user_id = ${userId} and ${are} returning id`;
      return ended.map(({ id }) => id);
    },

    async passwordHashOf(playerId) {
      const where = { ...WITH_PASSWORD, user: { playerId } };
      const found = await prisma.account.findFirst({ where, select: { password: true } });
      return found?.password ?? undefined;
    },

    async tokens(playerId) {
      const rows = await prisma.apiToken.findMany({ where: { playerId }, orderBy: { createdAt: 'desc' } });
      return rows.map(toTokenRow);
    },

    async addToken(playerId, { name, hash, scopes, at }, limit) {
      return transact(prisma, async (tx) => {
        // With the player's row locked, concurrent requests cannot exceed the limit.
        await tx.$queryRaw`select from player where id = ${playerId} for update`;
        if ((await tx.apiToken.count({ where: { playerId } })) >= limit) return undefined;
        const data = { id: crypto.randomUUID(), playerId, name, hash, scopes: [...scopes], createdAt: new Date(at) };
        return toTokenRow(await tx.apiToken.create({ data }));
      });
    },

    async removeToken(playerId, id) {
      return (await prisma.apiToken.deleteMany({ where: { id, playerId } })).count === 1;
    },

    async saveLink(hash, value, until) {
      const now = new Date();
      const data = { id: crypto.randomUUID(), identifier: hash, value, createdAt: now, updatedAt: now };
      await prisma.verification.create({ data: { ...data, expiresAt: new Date(until) } });
    },

    async consumeLink(hash, at) {
      const [taken] = await prisma.$queryRaw<{ value: string; expires_at: Date }[]>`
        delete from verification where identifier = ${hash} returning value, expires_at`;
      return taken === undefined || taken.expires_at.getTime() <= at ? undefined : taken.value;
    },

    async close({ id, name }, userId, at) {
      const own = { by: id };
      return transact(prisma, async (tx) => {
        // With the row locked, no new session can start before the account is deleted.
        await tx.$queryRaw`select from "user" where id = ${userId} for update`;
        const sessions = await tx.$queryRaw<Id[]>`delete from session where user_id = ${userId} returning id`;
        const tokens = await tx.$queryRaw<Id[]>`delete from api_token where player_id = ${id} returning id`;
        await tx.user.delete({ where: { id: userId } });
        await tx.verification.deleteMany({ where: { value: { contains: userId } } });
        await tx.block.deleteMany({ where: own });
        await tx.follow.deleteMany({ where: { OR: [own, { other: id }] } });
        await tx.vacation.deleteMany({ where: { playerId: id } });
        await tx.conditionalMoves.deleteMany({ where: { playerId: id } });
        await tx.gameNote.deleteMany({ where: { playerId: id } });
        await tx.notification.deleteMany({ where: { playerId: id } });
        await tx.notificationChoice.deleteMany({ where: { playerId: id } });
        await tx.webhook.deleteMany({ where: { playerId: id } });
        await tx.pushSubscription.deleteMany({ where: { playerId: id } });
        await tx.notificationMail.deleteMany({ where: { playerId: id } });
        await tx.mailCommand.deleteMany({ where: { playerId: id } });
        await tx.player.update({
          where: { id },
          data: { name, closedAt: new Date(at), role: null, isBot: false, settings: Prisma.DbNull },
        });
        await beginRenaming(tx, id, at);
        return [
          ...sessions.map((each) => `session:${each.id}` as const),
          ...tokens.map((each) => `token:${each.id}` as const),
        ];
      });
    },
  };
}

const mailable = (email: string): string | null => (email.endsWith(NOWHERE) ? null : email);

type Id = { readonly id: string };

function beginRenaming(tx: Pick<Transaction, 'renaming'>, playerId: string, at: number) {
  const state = { beganAt: new Date(at), doneUpTo: '' };
  return tx.renaming.upsert({ where: { playerId }, create: { playerId, ...state }, update: state });
}

const isNameTaken = async (tx: Transaction, nameKey: string): Promise<boolean> =>
  (await tx.player.count({ where: { nameKey } })) > 0;

const unlessTaken = <T>(query: Promise<T>, taken: T): Promise<T> =>
  query.catch((error: unknown) => {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return taken;
    throw error;
  });

const proven = (row: PlayerRow) => ({ player: toPlayer(row), role: row.role, named: row.nameKey !== null });

const toTokenRow = ({ id, name, scopes, createdAt, usedAt }: ApiToken): TokenRow =>
  TokenRow.parse({ id, name, scopes, createdAt: createdAt.getTime(), usedAt: usedAt?.getTime() ?? null });

import { PlayerId, TokenRow, TokenScope } from '@terrace/protocol';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { z } from 'zod';
import type { AccountStore, Confirmation, EmailLink } from '../accounts/accounts.ports.ts';
import { earlierGuestName } from '../accounts/guests.ts';
import { Credential } from '../accounts/revocation.ts';
import { type ApiToken, type Player as PlayerRow, Prisma } from '../generated/prisma/client.ts';
import { type Queries, type Transaction, transact } from './client.ts';
import { addErrand } from './errands.ts';
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

    async ownerOf(email) {
      const user = await prisma.user.findFirst({
        where: { email, emailVerified: true },
        select: { id: true, playerId: true, name: true, email: true },
      });
      if (user === null) return undefined;
      return { userId: user.id, player: PlayerId.parse(user.playerId), name: user.name, address: user.email };
    },

    async confirmEmail(hash, at, mail) {
      const confirm = () =>
        transact(prisma, async (tx): Promise<Confirmation | undefined> => {
          const row = await tx.verification.findFirst({ where: { identifier: hash } });
          const link = row !== null && row.expiresAt.getTime() > at ? readLink(row.value) : undefined;
          if (link === undefined) return undefined;
          const { userId, email, counted } = link;
          const user = await lockUser(tx, userId); // before the link, as when the account is deleted
          const { count } = await tx.verification.deleteMany({ where: { identifier: hash } });
          if (user === undefined || count === 0) return undefined;
          const isTaken = (await tx.user.count({ where: { email, id: { not: userId } } })) > 0;
          if (!isTaken) await tx.user.update({ where: { id: userId }, data: { email, emailVerified: true } });
          const confirmation = { ...user, email, counted, isTaken };
          const errand = mail(confirmation);
          if (errand !== undefined) await addErrand(tx, errand);
          return confirmation;
        });
      // Another account may have confirmed the address at the same time. It is found by the second attempt.
      const confirmed = await unlessTaken<Confirmation | 'taken' | undefined>(confirm(), 'taken');
      return confirmed === 'taken' ? confirm() : confirmed;
    },

    async removeEmail(userId, mail) {
      const data = { email: `${userId.toLowerCase()}@nowhere${NOWHERE}`, emailVerified: false };
      await transact(prisma, async (tx) => {
        const user = await lockUser(tx, userId);
        if (user === undefined) return;
        await tx.user.update({ where: { id: userId }, data });
        const errand = user.previous === null ? undefined : mail(user.previous);
        if (errand !== undefined) await addErrand(tx, errand);
      });
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

    async saveEmailLink(hash, link, until, mail) {
      const now = new Date();
      const row = { id: hash, identifier: hash, value: writeLink(link), createdAt: now, updatedAt: now };
      await transact(prisma, async (tx) => {
        const data = [{ ...row, expiresAt: new Date(until) }];
        const isNew = (await tx.verification.createMany({ data, skipDuplicates: true })).count > 0;
        if (isNew) await addErrand(tx, mail);
      });
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
        await tx.$executeRaw`delete from errand where task ->> 'player' = ${id}`;
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

async function lockUser(tx: Transaction, userId: string) {
  const [user] = await tx.$queryRaw<{ player_id: string; name: string; email: string }[]>`
    select player_id, name, email from "user" where id = ${userId} for update`;
  if (user === undefined) return undefined;
  return { player: PlayerId.parse(user.player_id), name: user.name, previous: mailable(user.email) };
}

const writeLink = ({ userId, email, counted }: EmailLink): string =>
  counted === null ? `${userId} ${email}` : `${userId} ${email} ${counted}`;

/** The tables of better-auth have one text for the value of a link. Its own links have no address. */
function readLink(value: string): EmailLink | undefined {
  const [userId, email, counted = null] = value.split(' ');
  return userId === undefined || email === undefined ? undefined : { userId, email, counted };
}

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

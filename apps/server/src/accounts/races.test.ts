import { CreatedToken, type Player } from '@terrace/protocol';
import { becomeMember, cookieOf, newName, PASSWORD, request } from '@terrace/testing/members';
import { expect, test, vi } from 'vitest';
import { DatabaseBusy } from '../game-service/games.ports.ts';
import { createAccountStore } from '../store/accounts.ts';
import { lockRow } from '../store/testing/lock-row.ts';
import { lockTables } from '../store/testing/lock-tables.ts';
import { useTestApp } from '../testing/app.ts';
import { createPlayerId } from './guests.ts';
import { nameKey } from './names.ts';

vi.setConfig({ testTimeout: 60_000 });

const app = useTestApp();
const { database } = app;

const userOf = ({ id }: Player) => database.prisma.user.findUniqueOrThrow({ where: { playerId: id } });

test('a sign-in with the old password during a password change creates no session', async () => {
  const member = await becomeMember(app.url);
  const user = await userOf(member.player);
  const lock = await lockRow(database.url, 'user', user.id); // new sessions reference this row
  const body = { login: member.player.name, password: PASSWORD };
  const signingIn = request(app.url, '/api/account/sign-in', { body });
  await expect.poll(lock.waiting, { timeout: 10_000 }).toBe(1);
  const change = { current: PASSWORD, next: 'quite another one' };
  const changed = await request(app.url, '/api/account/password', { body: change, cookie: member.cookie });
  expect(changed.status).toBe(200);
  await lock.release();

  const reply = await signingIn;
  const cookie = cookieOf(reply.cookies);
  expect((await request(app.url, '/api/me', { cookie })).body).toMatchObject({ guest: true });
  // With slow hashing, the sign-in waits too long for the row.
  expect(reply.body).toMatchObject({ refusal: { code: expect.stringMatching(/^(wrong-login|busy)$/) } });
  expect(await database.prisma.session.count({ where: { userId: user.id } })).toBe(1);
});

test('a deletion that waits too long for Postgres returns busy and keeps the account', async () => {
  const member = await becomeMember(app.url);
  const { id } = await userOf(member.player);
  const remove = () =>
    request(app.url, '/api/account/deleted', { body: { password: PASSWORD }, cookie: member.cookie });
  const lock = await lockRow(database.url, 'user', id);
  expect(await remove()).toMatchObject({ status: 503, body: { refusal: { code: 'busy' } } });
  await lock.release();
  const me = { guest: false, player: member.player };
  expect((await request(app.url, '/api/me', { cookie: member.cookie })).body).toMatchObject(me);
  expect((await remove()).status).toBe(200);
});

test('deleting an account returns every session and token that ended with it', async () => {
  const member = await becomeMember(app.url);
  const body = { name: 'Bot', scopes: ['read'] };
  const made = CreatedToken.parse(
    (await request(app.url, '/api/account/tokens', { body, cookie: member.cookie })).body,
  );
  const { id } = await userOf(member.player);
  const [session] = await database.prisma.session.findMany({ where: { userId: id } });
  const deleted = { id: member.player.id, name: `Deleted-${newName()}` };
  const ended = await createAccountStore(database.prisma).close(deleted, id, Date.now());
  expect(ended).toEqual([`session:${session?.id}`, `token:${made.token.id}`]);
});

test('a name that could not be claimed completely stays free', async () => {
  const accounts = createAccountStore(database.prisma);
  const player: Player = { id: createPlayerId(), name: newName() };
  const lock = await lockTables(database.url, 'renaming');
  await expect(accounts.claimName(player, nameKey(player.name), Date.now())).rejects.toThrow(DatabaseBusy);
  await lock.release();
  const other: Player = { id: createPlayerId(), name: player.name };
  expect(await accounts.claimName(other, nameKey(other.name), Date.now())).toBe('claimed');
});

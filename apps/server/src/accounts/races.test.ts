import { CreatedToken, Me, type Player, Refused } from '@terrace/protocol';
import { becomeGuest } from '@terrace/testing/client';
import { becomeMember, cookieOf, newName, PASSWORD, request } from '@terrace/testing/members';
import { expect, test, vi } from 'vitest';
import { DatabaseBusy } from '../game-service/games.ports.ts';
import { createAccountStore } from '../store/accounts.ts';
import { createFollowStore } from '../store/relations.ts';
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

test('of several sign-ups at once by one guest, one succeeds and its name is that of the account', async () => {
  const { cookie } = await becomeGuest(app.url);
  const names = Array.from({ length: 6 }, newName);
  const replies = await Promise.all(
    names.map((name) => request(app.url, '/api/account/sign-up', { body: { name, password: PASSWORD }, cookie })),
  );
  const made = replies.flatMap(({ status, cookies }, n) => (status === 200 ? [{ name: names[n], cookies }] : []));
  expect(made).toHaveLength(1);
  const [{ name = '', cookies = [] } = {}] = made;
  const { player } = Me.parse((await request(app.url, '/api/me', { cookie: cookieOf(cookies) })).body);
  expect(player.name).toBe(name);
  const { user, ...row } = await database.prisma.player.findUniqueOrThrow({
    where: { id: player.id },
    include: { user: true },
  });
  expect([row.name, row.nameKey, user?.name]).toEqual([name, nameKey(name), name]);
  expect((await request(app.url, '/api/account/sign-in', { body: { login: name, password: PASSWORD } })).status).toBe(
    200,
  );
  for (const [n, { status, body }] of replies.entries()) {
    if (status === 200) continue;
    expect(Refused.parse(body).refusal.code).toMatch(/^(busy|has-account)$/);
    // The other names stay free.
    const other = { id: createPlayerId(), name: names[n] ?? '' };
    expect(await createAccountStore(database.prisma).claimName(other, nameKey(other.name), Date.now())).toBe('claimed');
  }
});

test('a guest whose first sign-up lost its reply does not get a second account', async () => {
  const { cookie } = await becomeGuest(app.url);
  const signUp = () =>
    request(app.url, '/api/account/sign-up', { body: { name: newName(), password: PASSWORD }, cookie });
  expect((await signUp()).status).toBe(200);
  const accounts = await database.prisma.user.count();
  const again = await signUp();
  expect(again).toMatchObject({ status: 409, body: { refusal: { code: 'has-account' } } });
  expect(again.cookies).toEqual([]);
  expect(await database.prisma.user.count()).toBe(accounts);
});

test('a name that is chosen during another choice of the same account changes nothing', async () => {
  const accounts = createAccountStore(database.prisma);
  const { player } = await becomeMember(app.url);
  await database.prisma.player.update({ where: { id: player.id }, data: { nameKey: null } });
  const wishes = [newName(), newName()].map((name) => ({ id: player.id, name }));
  const done = await Promise.all(wishes.map((wish) => accounts.nameAccount(wish, nameKey(wish.name), Date.now())));
  expect(done.toSorted()).toEqual([false, true]);
  const chosen = wishes[done.indexOf(true)]?.name;
  expect(await userOf(player)).toMatchObject({ name: chosen });
  expect(await database.prisma.player.findUniqueOrThrow({ where: { id: player.id } })).toMatchObject({ name: chosen });
});

test('a name claimed by an interrupted sign-up can be claimed again by its guest', async () => {
  const accounts = createAccountStore(database.prisma);
  const player: Player = { id: createPlayerId(), name: newName() };
  const claim = (at: number) => accounts.claimName(player, nameKey(player.name), at);
  const at = Date.now();
  expect([await claim(at), await claim(at + 1_000), await claim(at + 60_000)]).toEqual([
    'claimed',
    'signing-up',
    'claimed',
  ]);
});

test('simultaneous requests for tokens and follows do not exceed their limits', async () => {
  const accounts = createAccountStore(database.prisma);
  const { player } = await becomeMember(app.url);
  const add = (n: number) =>
    accounts.addToken(player.id, { name: `Token ${n}`, hash: `hash-${player.id}-${n}`, scopes: ['read'], at: n }, 3);
  const tokens = await Promise.all(Array.from({ length: 12 }, (_, n) => add(n)));
  expect(tokens.filter((token) => token !== undefined)).toHaveLength(3);
  expect(await accounts.tokens(player.id)).toHaveLength(3);

  const follows = createFollowStore(database.prisma);
  const others = Array.from({ length: 12 }, createPlayerId);
  const followed = await Promise.all(others.map((other) => follows.follow(player.id, other, 3, [])));
  expect(followed.filter((each) => each)).toHaveLength(3);
});

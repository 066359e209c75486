import { GameId, Me } from '@terrace/protocol';
import { ownAddress } from '@terrace/testing/address';
import { connect, guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { becomeMember, cookieOf, memberAt, newName, PASSWORD, request, signUp } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();

const me = async (cookie: string) => Me.parse((await request(app.url, '/api/me', { cookie })).body);
const refusal = (code: string) => ({ refusal: { code } });
/** Each request has its own address, so no limit per address applies. */
const post = (path: string, body: unknown, cookie = '') =>
  request(app.url, path, { body, cookie, headers: ownAddress() });
const signIn = (login: string, password = PASSWORD) => post('/api/account/sign-in', { login, password });

async function game() {
  const { gameId: id, south, north } = await aGame(app.url).started();
  await south.command(id, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  return { id, south, north };
}

test('a player who signs up keeps their seat in a live game, and all clients there receive the new name', async () => {
  const { id, south, north } = await game();
  await north.request('game:watch', { gameId: id, after: 0 });
  const disconnected = new Promise((resolve) => south.socket.once('disconnect', resolve));
  const name = newName();
  const cookie = await signUp(app.url, name, south.cookie);
  await disconnected; // the guest's connection ends because its cookie is no longer valid
  expect(await me(cookie)).toEqual({ player: { id: south.player.id, name }, guest: false, role: null });
  await north.waitForEvents(id, (events) =>
    events.some(({ event }) => event.type === 'renamed' && event.player.name === name),
  );

  await north.command(id, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  const again = await connect(app.url, cookie);
  expect(await again.command(id, { type: 'move', ply: 3, from: 'd3', to: 'd4' })).toMatchObject({ ok: true });
  const log = async () => JSON.stringify((await request(app.url, `/api/games/${id}`)).body);
  await expect.poll(log).not.toContain(south.player.name);
  expect(await log()).toContain(name);
  expect(JSON.stringify(await app.database.prisma.game.findUnique({ where: { id } }))).not.toContain(south.player.name);
});

test("a guest's old cookie is invalid after sign-up, in requests and on connections", async () => {
  const guest = await guestAt(app.url);
  await signUp(app.url, newName(), guest.cookie);
  expect((await me(guest.cookie)).player.id).not.toBe(guest.player.id);
  const stolen = await connect(app.url, guest.cookie);
  expect(await stolen.command(GameId.parse('000000000000'), { type: 'resign' })).toMatchObject(refusal('no-session'));
});

test('every sign-in creates a new session, and never adopts an existing one', async () => {
  const name = newName();
  const first = await signUp(app.url, name);
  const reply = await post('/api/account/sign-in', { login: name, password: PASSWORD }, first);
  expect(reply.status).toBe(200);
  expect(cookieOf(reply.cookies)).not.toBe(first);
  expect((await me(first)).player.id).toBe((await me(cookieOf(reply.cookies))).player.id);
});

test('cookies are inaccessible to scripts and other sites, and are sent only over HTTPS if the site uses it', async () => {
  const { cookies } = await post('/api/account/sign-up', { name: newName(), password: PASSWORD });
  for (const cookie of cookies) expect(cookie).toMatch(/(?=.*; HttpOnly)(?=.*; SameSite=Lax)(?=.*; Path=\/)/i);
  expect(cookies.join()).not.toMatch(/secure/i);
  const reply = await request(app.url, '/api/account/sign-up', {
    body: { name: newName(), password: PASSWORD },
    headers: { ...ownAddress(), 'x-forwarded-proto': 'https' },
  });
  const kept = reply.cookies.filter((cookie) => !/max-age=0/i.test(cookie));
  expect(kept.length).toBeGreaterThan(0);
  for (const cookie of kept) expect(cookie).toMatch(/^__Host-terrace_.*; Secure/i);
  const asMember = await request(app.url, '/api/me', { cookie: cookieOf(kept) });
  expect(asMember.body).toMatchObject({ guest: false });
});

test('a password is stored only as a scrypt hash', async () => {
  const name = newName();
  await signUp(app.url, name);
  const kept = await app.database.prisma.account.findFirstOrThrow({
    where: { user: { name } },
    include: { user: { include: { player: true } } },
  });
  expect(kept.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/); // scrypt salt and key in better-auth's format
  expect(JSON.stringify(kept)).not.toContain(PASSWORD);
});

test('look-alike names count as the same name, and bad names and passwords are rejected with a reason', async () => {
  const name = `Mill${newName()}`;
  await signUp(app.url, name);
  const refused = async (wish: { name: string; password?: string }) =>
    (await post('/api/account/sign-up', { password: PASSWORD, ...wish })).body;
  expect(await refused({ name: name.replace('Mill', 'mi11') })).toMatchObject(refusal('name-taken'));
  expect(await refused({ name: 'Guest-abcde' })).toMatchObject({ refusal: { code: 'bad-name', why: 'reserved' } });
  expect(await refused({ name: 'Zoë' })).toMatchObject({ refusal: { code: 'bad-name', why: 'letters' } });
  expect(await refused({ name: 'Longname1', password: 'longname1' })).toMatchObject({
    refusal: { code: 'bad-password', why: 'name' },
  });
  expect(await refused({ name: 'Longname1', password: 'Password1' })).toMatchObject({
    refusal: { code: 'bad-password', why: 'common' },
  });
  expect(await refused({ name: 'Longname1', password: 'short' })).toMatchObject({
    refusal: { code: 'bad-password', why: 'short' },
  });
});

test("another site's page can neither sign a visitor in nor use their cookie", async () => {
  const { cookie } = await becomeMember(app.url);
  const strangers: Record<string, string>[] = [
    { origin: 'https://elsewhere.example' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of strangers) {
    const body = { name: newName(), password: PASSWORD };
    expect(await request(app.url, '/api/account/sign-up', { body, headers })).toMatchObject({
      status: 403,
      body: refusal('foreign-origin'),
    });
    expect((await request(app.url, '/api/account/sign-out', { body: {}, cookie, headers })).status).toBe(403);
  }
  expect((await me(cookie)).guest).toBe(false);
});

test('signing out immediately ends this session and its connections, and no other session', async () => {
  const name = newName();
  const member = await memberAt(app.url, name);
  const elsewhere = await connect(app.url, cookieOf((await signIn(name)).cookies));
  const disconnected = new Promise((resolve) => member.socket.once('disconnect', resolve));
  expect((await post('/api/account/sign-out', {}, member.cookie)).status).toBe(200);
  await disconnected;
  expect((await me(member.cookie)).guest).toBe(true);
  expect(elsewhere.socket.connected).toBe(true);
});

test('revoking a session from another session immediately ends its connection', async () => {
  const name = newName();
  const member = await memberAt(app.url, name);
  const other = cookieOf((await signIn(name)).cookies);
  const view = await request(app.url, '/api/account', { cookie: other });
  const { sessions } = view.body as { sessions: { id: string; current: boolean }[] };
  expect(sessions).toHaveLength(2);
  const target = sessions.find(({ current }) => !current);
  const disconnected = new Promise((resolve) => member.socket.once('disconnect', resolve));
  const revoke = () => request(app.url, `/api/account/sessions/${target?.id}`, { method: 'DELETE', cookie: other });
  expect((await revoke()).status).toBe(200);
  await disconnected;
  expect((await me(member.cookie)).guest).toBe(true);
  expect(await revoke()).toMatchObject({ status: 404, body: refusal('no-such-session') });
});

test('changing the password requires the old one and ends every other session', async () => {
  const name = newName();
  const member = await becomeMember(app.url, name);
  const other = cookieOf((await signIn(name)).cookies);
  const change = (current: string) =>
    post('/api/account/password', { current, next: 'quite another one' }, member.cookie);
  expect(await change('not mine')).toMatchObject({ status: 403, body: refusal('wrong-password') });
  expect((await change(PASSWORD)).status).toBe(200);
  expect((await me(other)).guest).toBe(true);
  expect((await me(member.cookie)).guest).toBe(false);
  expect((await signIn(name)).status).toBe(401);
  expect((await signIn(name, 'quite another one')).status).toBe(200);
});

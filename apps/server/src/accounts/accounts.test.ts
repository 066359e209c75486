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
/** Each from its own address, so that no limit per address applies. */
const post = (path: string, body: unknown, cookie = '') =>
  request(app.url, path, { body, cookie, headers: ownAddress() });
const signIn = (login: string, password = PASSWORD) => post('/api/account/sign-in', { login, password });

/** Two guests in a game that has begun. */
async function game() {
  const { gameId: id, south, north } = await aGame(app.url).started();
  await south.command(id, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  return { id, south, north };
}

test('who signs up keeps the live game and its seat, and everybody there sees the new name', async () => {
  const { id, south, north } = await game();
  await north.request('game:watch', { gameId: id, after: 0 });
  const gone = new Promise((resolve) => south.socket.once('disconnect', resolve));
  const name = newName();
  const cookie = await signUp(app.url, name, south.cookie);
  await gone; // the guest's connection ends, since its cookie proves nothing any more
  expect(await me(cookie)).toEqual({ player: { id: south.player.id, name }, guest: false, role: null });
  await north.hears(id, (events) => events.some(({ event }) => event.type === 'renamed' && event.player.name === name));

  await north.command(id, { type: 'move', ply: 2, from: 'e7', to: 'e6' });
  const again = await connect(app.url, cookie);
  expect(await again.command(id, { type: 'move', ply: 3, from: 'd3', to: 'd4' })).toMatchObject({ ok: true });
  const log = async () => JSON.stringify((await request(app.url, `/api/games/${id}`)).body);
  await expect.poll(log).not.toContain(south.player.name);
  expect(await log()).toContain(name);
  expect(JSON.stringify(await app.database.prisma.game.findUnique({ where: { id } }))).not.toContain(south.player.name);
});

test("a guest's old cookie proves nothing once there is an account, in no request and on no connection", async () => {
  const guest = await guestAt(app.url);
  await signUp(app.url, newName(), guest.cookie);
  expect((await me(guest.cookie)).player.id).not.toBe(guest.player.id);
  const stolen = await connect(app.url, guest.cookie);
  expect(await stolen.command(GameId.parse('000000000000'), { type: 'resign' })).toMatchObject(refusal('no-session'));
});

test('every sign-in makes a session of its own, and a session brought along is never taken over', async () => {
  const name = newName();
  const first = await signUp(app.url, name);
  const reply = await post('/api/account/sign-in', { login: name, password: PASSWORD }, first);
  expect(reply.status).toBe(200);
  expect(cookieOf(reply.cookies)).not.toBe(first);
  expect((await me(first)).player.id).toBe((await me(cookieOf(reply.cookies))).player.id);
});

test('cookies are out of reach of scripts and other sites, and on https they never leave it', async () => {
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

test('a password is kept as scrypt, and its text nowhere', async () => {
  const name = newName();
  await signUp(app.url, name);
  const kept = await app.database.prisma.account.findFirstOrThrow({
    where: { user: { name } },
    include: { user: { include: { player: true } } },
  });
  expect(kept.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/); // salt and key of scrypt, as better-auth writes them
  expect(JSON.stringify(kept)).not.toContain(PASSWORD);
});

test('names are one for all that look alike; bad names and passwords are refused with the reason', async () => {
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

test("another site's page can neither sign anybody in nor speak with their cookie", async () => {
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

test('signing out ends the session and its connections at once, here and nowhere else', async () => {
  const name = newName();
  const member = await memberAt(app.url, name);
  const elsewhere = await connect(app.url, cookieOf((await signIn(name)).cookies));
  const gone = new Promise((resolve) => member.socket.once('disconnect', resolve));
  expect((await post('/api/account/sign-out', {}, member.cookie)).status).toBe(200);
  await gone;
  expect((await me(member.cookie)).guest).toBe(true);
  expect(elsewhere.socket.connected).toBe(true);
});

test('a session is revoked from another one, and its connection ends at once', async () => {
  const name = newName();
  const member = await memberAt(app.url, name);
  const other = cookieOf((await signIn(name)).cookies);
  const view = await request(app.url, '/api/account', { cookie: other });
  const { sessions } = view.body as { sessions: { id: string; current: boolean }[] };
  expect(sessions).toHaveLength(2);
  const target = sessions.find(({ current }) => !current);
  const gone = new Promise((resolve) => member.socket.once('disconnect', resolve));
  const revoke = () => request(app.url, `/api/account/sessions/${target?.id}`, { method: 'DELETE', cookie: other });
  expect((await revoke()).status).toBe(200);
  await gone;
  expect((await me(member.cookie)).guest).toBe(true);
  expect(await revoke()).toMatchObject({ status: 404, body: refusal('no-such-session') });
});

test('a new password needs the old one, and ends every other session', async () => {
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

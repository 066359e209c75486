import { AccountView, Me, NotificationChoices, SignInMethods } from '@terrace/protocol';
import { connect, guestAt } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { cookieOf, newName, request, signUp } from '@terrace/testing/members';
import { beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../../tools/testing/database.ts';
import { createLog } from '../start/log.ts';
import { startTestApp, useTestApp } from '../testing/app.ts';
import { openIdProvider } from '../testing/openid-provider.ts';

let service: Awaited<ReturnType<typeof openIdProvider>>;
beforeAll(() => () => service.close());
const app = useTestApp({
  async prepare() {
    service = await openIdProvider();
    const openid = { name: 'The Club', issuer: service.issuer, clientId: 'terrace', clientSecret: 'a secret' };
    return { external: { publicUrl: 'https://terrace.example', mail: null, providers: { openid } } };
  },
});

const get = (path: string, cookie: string) => request(app.url, path, { cookie });
const me = async (cookie: string) => Me.parse((await get('/api/me', cookie)).body);
const methods = async (cookie: string) => SignInMethods.parse((await get('/api/account/sign-in-methods', cookie)).body);
const locationOf = ({ headers }: { headers: Headers }) => headers.get('location') ?? '';

async function goThere(sub: string, cookie: string): Promise<{ back: string; cookie: string }> {
  service.provider.is = sub;
  const there = await get('/api/account/with/openid', cookie);
  expect(there.status).toBe(302);
  const granted = await fetch(locationOf(there), { redirect: 'manual' });
  const back = new URL(granted.headers.get('location') ?? '');
  expect(back.origin).toBe('https://terrace.example');
  return { back: back.pathname + back.search, cookie: [cookie, cookieOf(there.cookies)].filter(Boolean).join('; ') };
}

async function signInWith(sub: string, cookie = ''): Promise<string> {
  const started = await goThere(sub, cookie);
  const reply = await get(started.back, started.cookie);
  expect(locationOf(reply)).toBe('/login');
  return cookieOf(reply.cookies);
}

const callMe = (name: string, cookie: string) => request(app.url, '/api/account/name', { body: { name }, cookie });

test('the configured provider is a sign-in method under its configured name; others are refused', async () => {
  expect((await methods('')).providers).toEqual([{ id: 'openid', name: 'The Club' }]);
  expect((await get('/api/account/with/github', '')).body).toMatchObject({
    refusal: { code: 'no-such-sign-in-method' },
  });
});

test('a guest who signs in with a provider keeps games and seats, and chooses a name first', async () => {
  const { gameId: id, south, north } = await aGame(app.url).started();
  await north.request('game:watch', { gameId: id, after: 0 });
  const disconnected = new Promise((resolve) => south.socket.once('disconnect', resolve));

  const cookie = await signInWith('Ann', south.cookie);
  await disconnected;
  expect(await me(cookie)).toEqual({ player: south.player, guest: true, role: null });
  expect(await methods(cookie)).toMatchObject({ unnamed: true });

  const name = newName();
  expect((await callMe(name, cookie)).status).toBe(200);
  expect(await me(cookie)).toEqual({ player: { id: south.player.id, name }, guest: false, role: null });
  expect(await methods(cookie)).toMatchObject({ unnamed: false });
  await north.waitForEvents(id, (events) =>
    events.some(({ event }) => event.type === 'renamed' && event.player.name === name),
  );
  const again = await connect(app.url, cookie);
  expect(await again.command(id, { type: 'move', ply: 1, from: 'd2', to: 'd3' })).toMatchObject({ ok: true });
});

test('signing in again finds the same account from another browser, and the guest there stays unchanged', async () => {
  const cookie = await signInWith('Ben');
  await callMe(newName(), cookie);
  const { player } = await me(cookie);
  expect((await me(await signInWith('Ben'))).player).toEqual(player);

  const other = await guestAt(app.url);
  expect((await me(await signInWith('Ben', other.cookie))).player).toEqual(player);
  expect((await me(other.cookie)).player).toEqual(other.player);
  expect((await me(await signInWith('ben'))).player).not.toEqual(player); // ids are case-sensitive
});

test('an account from a provider has the time zone of the browser that chose its name', async () => {
  const cookie = await signInWith('Fay');
  const body = { name: newName(), timeZone: 'America/Lima' };
  expect((await request(app.url, '/api/account/name', { body, cookie })).status).toBe(200);
  const { body: choices } = await get('/api/me/notification-choices', cookie);
  expect(NotificationChoices.parse(choices).timeZone).toBe('America/Lima');
});

test('a taken name is refused, and another name can be chosen', async () => {
  const taken = newName();
  await signUp(app.url, taken);
  const cookie = await signInWith('Cleo');
  expect(await callMe(taken, cookie)).toMatchObject({ status: 409, body: { refusal: { code: 'name-taken' } } });
  expect((await callMe(newName(), cookie)).status).toBe(200);
});

test('of the provider’s data only the user id is stored', async () => {
  const cookie = await signInWith('Dora');
  await callMe(newName(), cookie);
  expect(AccountView.parse((await get('/api/account', cookie)).body)).toMatchObject({
    email: null,
    password: false,
    providers: ['openid'],
  });
  const { prisma } = app.database;
  const stored = await prisma.account.findFirstOrThrow({ where: { accountId: 'Dora' }, include: { user: true } });
  expect(stored).toMatchObject({ issuer: service.issuer, accessToken: null, refreshToken: null, idToken: null });
  expect(JSON.stringify(stored)).not.toMatch(/somebody@|Some Body/);
});

test('a provider that is down when the server starts is unavailable; other sign-in methods work', async () => {
  const openid = { name: 'Away', issuer: 'http://127.0.0.1:9', clientId: 'terrace', clientSecret: 'a secret' };
  const external = { publicUrl: 'https://terrace.example', mail: null, providers: { openid } };
  const fresh = await freshDatabase();
  const alone = await startTestApp(fresh.url, { log: createLog('silent'), external });
  const cookie = await signUp(alone.url, newName());
  expect(locationOf(await request(alone.url, '/api/account/with/openid'))).toBe('/login?error');
  expect((await request(alone.url, '/api/account', { cookie })).status).toBe(200);
  await alone.close();
  await fresh.drop();
});

test('a callback URL signs in only the browser it was issued to, and only once', async () => {
  const { back, cookie } = await goThere('Emil', '');
  const stolen = await get(back, '');
  expect(locationOf(stolen)).toMatch(/^\/login\?error/);
  expect(cookieOf(stolen.cookies)).not.toContain('terrace_account');
  await get(back, cookie);
  const again = await get(back, cookie);
  expect(locationOf(again)).toMatch(/^\/login\?error/);
  expect(cookieOf(again.cookies)).not.toContain('terrace_account');
});

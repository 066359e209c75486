import { AccountView, CreatedToken, Me } from '@terrace/protocol';
import { ownAddress } from '@terrace/testing/address';
import { becomeGuest, guestAt, newCommandId, tableOptions } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { becomeMember, memberAt, newName, PASSWORD, request, signUp } from '@terrace/testing/members';
import { io } from 'socket.io-client';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';

const app = useSharedApp();

const refusal = (code: string) => ({ refusal: { code } });

async function token(cookie: string, scopes: string[]): Promise<CreatedToken> {
  const reply = await request(app.url, '/api/account/tokens', { body: { name: 'My program', scopes }, cookie });
  return CreatedToken.parse(reply.body);
}

const bearing = (text: string) => ({ authorization: `Bearer ${text}` });

function wire(text: string) {
  const socket = io(app.url, { transports: ['websocket'], forceNew: true, auth: { token: text }, reconnection: false });
  const refused = new Promise<unknown>((resolve) =>
    socket.once('connect_error', (error: Error & { data?: unknown }) => resolve(error.data)),
  );
  return { socket, refused, connected: new Promise<void>((resolve) => socket.once('connect', () => resolve())) };
}

test('a token with play scope can play over HTTP and a socket, and only its hash is stored', async () => {
  const member = await becomeMember(app.url);
  const { text, token: row } = await token(member.cookie, ['read', 'play']);
  expect(text).toMatch(/^terrace_[\w-]{43}$/);
  const me = Me.parse((await request(app.url, '/api/me', { headers: bearing(text) })).body);
  expect(me).toMatchObject({ player: member.player, guest: false, role: null });
  const said = await request(app.url, '/api/command', { body: { text: 'help' }, headers: bearing(text) });
  expect(said.status).toBe(200);
  const { socket, connected } = wire(text);
  await connected;
  const opened = await socket.emitWithAck('game:create', tableOptions({}, 'south'));
  expect(opened).toMatchObject({ ok: true });
  const kept = await app.database.prisma.apiToken.findUniqueOrThrow({ where: { id: row.id } });
  expect(kept.usedAt).not.toBeNull();
  expect(JSON.stringify(kept)).not.toContain(text.slice('terrace_'.length));
  socket.disconnect();
});

test('a token with read scope can only read', async () => {
  const member = await becomeMember(app.url);
  const { text } = await token(member.cookie, ['read']);
  expect((await request(app.url, '/api/lobby', { headers: bearing(text) })).status).toBe(200);
  expect(await request(app.url, '/api/command', { body: { text: 'help' }, headers: bearing(text) })).toMatchObject({
    status: 403,
    body: expect.stringMatching(/^That token may only read/),
  });
  const { socket, connected } = wire(text);
  await connected;
  expect(await socket.emitWithAck('time:now', {})).toMatchObject({ ok: true });
  expect(await socket.emitWithAck('game:create', tableOptions({}, 'south'))).toMatchObject(refusal('read-only-token'));
  socket.disconnect();
});

test('a revoked token is rejected as bad-token and its connection ends immediately, and no token can access the account', async () => {
  const member = await becomeMember(app.url);
  const { text, token: row } = await token(member.cookie, ['read', 'play']);
  expect(await request(app.url, '/api/account', { headers: bearing(text) })).toMatchObject({
    body: refusal('needs-account'),
  });
  const { socket, connected } = wire(text);
  await connected;
  const disconnected = new Promise((resolve) => socket.once('disconnect', resolve));
  const path = `/api/account/tokens/${row.id}`;
  const stranger = await becomeMember(app.url);
  expect((await request(app.url, path, { method: 'DELETE', cookie: stranger.cookie })).status).toBe(404);
  expect((await request(app.url, path, { method: 'DELETE', cookie: member.cookie })).status).toBe(200);
  await disconnected;
  expect(await request(app.url, '/api/me', { headers: bearing(text) })).toMatchObject({
    status: 401,
    body: refusal('bad-token'),
  });
  expect(await wire(text).refused).toEqual({ code: 'bad-token' });
});

test('a player has at most twenty tokens', async () => {
  const { cookie } = await becomeMember(app.url);
  for (let n = 0; n < 20; n += 1) await token(cookie, ['read']);
  const body = { name: 'One more', scopes: ['read'] };
  expect(await request(app.url, '/api/account/tokens', { body, cookie })).toMatchObject({
    body: { refusal: { code: 'too-many-tokens', most: 20 } },
  });
});

async function atAGame() {
  const member = await memberAt(app.url);
  const other = await guestAt(app.url);
  const { gameId: id } = await aGame(app.url).among(member, other).started();
  await member.command(id, { type: 'move', ply: 1, from: 'd2', to: 'd3' });
  await member.request('chat:say', { gameId: id, text: 'Good luck to you.' });
  return { id, member, other };
}

test('the export has the account, sessions, tokens, settings, chat messages, and all games with moves', async () => {
  const { id, member } = await atAGame();
  const { token: row } = await token(member.cookie, ['read']);
  const reply = await request(app.url, '/api/account/export', { cookie: member.cookie });
  expect(reply.headers.get('content-disposition')).toContain('terrace.json');
  expect(reply.body).toMatchObject({
    account: { name: member.player.name, sessions: [{ current: true }], tokens: [{ id: row.id, name: 'My program' }] },
    player: { id: member.player.id, settings: null },
    ratings: [],
    reports: [],
    said: [{ gameId: id, text: 'Good luck to you.' }],
    games: [{ id, events: expect.arrayContaining([expect.objectContaining({ by: member.player.id })]) }],
  });
  expect(JSON.stringify(reply.body)).not.toMatch(/"hash"|"password":"/);
});

test('the export is rate-limited and returns the time to retry', async () => {
  const { cookie } = await becomeMember(app.url);
  const get = () => request(app.url, '/api/account/export', { cookie });
  for (let n = 0; n < 5; n += 1) expect((await get()).status).toBe(200);
  const reply = await get();
  expect(reply).toMatchObject({ status: 429, body: refusal('too-many-requests') });
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('a deleted account leaves only its games and chat, under an anonymous name', async () => {
  const { id, member, other } = await atAGame();
  const { name } = member.player;
  const { text } = await token(member.cookie, ['read']);
  await other.request('game:watch', { gameId: id, after: 0 });
  const disconnected = new Promise((resolve) => member.socket.once('disconnect', resolve));
  const remove = (password: string) =>
    request(app.url, '/api/account/deleted', { body: { password }, cookie: member.cookie });
  expect(await remove('not mine')).toMatchObject({ status: 403, body: refusal('wrong-password') });
  expect((await remove(PASSWORD)).status).toBe(200);
  await disconnected;
  await other.waitForEvents(id, (events) =>
    events.some(({ event }) => event.type === 'renamed' && /^Deleted-/.test(event.player.name)),
  );

  const { prisma } = app.database;
  const rows = async () => ({
    game: await prisma.game.findUniqueOrThrow({ where: { id }, include: { events: true } }),
    chat: await prisma.chatMessage.findMany({ where: { gameId: id } }),
    player: await prisma.player.findUniqueOrThrow({
      where: { id: member.player.id },
      include: { user: true, tokens: true },
    }),
    users: await prisma.user.count({ where: { name } }),
  });
  const game = async () => JSON.stringify({ ...(await rows()), player: null });
  await expect.poll(game).not.toContain(name);
  const left = await rows();
  expect(left).toMatchObject({
    users: 0,
    player: { user: null, tokens: [] },
    game: { status: 'live' },
    chat: [{ text: 'Good luck to you.' }],
  });
  const { nameKey, ...reply } = left.player;
  expect(nameKey).not.toBeNull(); // the name stays reserved
  expect(JSON.stringify({ ...left, player: reply })).not.toContain(name);

  expect((await request(app.url, '/api/me', { headers: bearing(text) })).status).toBe(401);
  expect((await request(app.url, '/api/account/sign-in', { body: { login: name, password: PASSWORD } })).status).toBe(
    401,
  );
  await expect(signUp(app.url, name)).rejects.toThrow('name-taken');
  expect(
    await other.request('game:create', {
      ...tableOptions({}, 'south', { reserved: [{ side: 'north', name }] }),
      commandId: newCommandId(),
    }),
  ).toMatchObject(refusal('no-such-player'));
});

test('a cached game is reloaded after a name in it is deleted', async () => {
  const { id, member, other } = await atAGame();
  expect(await other.command(id, { type: 'resign' })).toMatchObject({ ok: true });
  const paths = [`/api/games/${id}`, `/api/games/${id}/record`];
  const tags = await Promise.all(paths.map(async (path) => (await request(app.url, path)).headers.get('etag') ?? ''));
  const body = { password: PASSWORD };
  expect((await request(app.url, '/api/account/deleted', { body, cookie: member.cookie })).status).toBe(200);
  for (const [i, path] of paths.entries()) {
    const again = () => request(app.url, path, { headers: { 'if-none-match': tags[i] ?? '' } });
    await expect.poll(async () => (await again()).status, { message: path }).toBe(200);
    expect(JSON.stringify((await again()).body)).not.toContain(member.player.name);
  }
});

test('sign-ups and password attempts from one address are limited', async () => {
  const newAddress = () => ownAddress()['x-forwarded-for'];
  // The client controls the left entry; the proxy adds the right one.
  const from = (address: string) => ({ 'x-forwarded-for': `6.6.6.${Math.floor(Math.random() * 250)}, ${address}` });
  const many = (path: string, body: object, times: number, { address = newAddress(), cookie = '' } = {}) =>
    Promise.all(Array.from({ length: times }, () => request(app.url, path, { body, headers: from(address), cookie })));
  // A taken name needs no password hash, but the attempt still counts.
  const { player } = await becomeMember(app.url);
  const wish = { name: player.name, password: PASSWORD };
  const school = newAddress();
  // Small groups by different guests stay below the limits of concurrent passwords and of requests per second.
  for (let group = 0; group < 9; group += 1) {
    const { cookie } = await becomeGuest(app.url);
    const ups = await many('/api/account/sign-up', wish, 20, { address: school, cookie });
    expect(ups.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 409));
  }
  const { cookie } = await becomeGuest(app.url);
  const [exceeding] = await many('/api/account/sign-up', wish, 1, { address: school, cookie });
  expect(exceeding?.status).toBe(429);
  const [elsewhere] = await many('/api/account/sign-up', wish, 1, { cookie });
  expect(elsewhere?.status).toBe(409);

  const ins = await many('/api/account/sign-in', { login: player.name, password: 'guess after guess' }, 17);
  const limited = ins.filter(({ status }) => status === 429);
  expect(limited).toHaveLength(2);
  expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('guessing at a name does not lock out its owner on a known device', async () => {
  const name = newName();
  const owner = await signUp(app.url, name); // the cookies of a browser: session and device
  const [guesser, other] = [ownAddress(), ownAddress()];
  const signIn = (password: string, cookie: string, headers: ReturnType<typeof ownAddress>) =>
    request(app.url, '/api/account/sign-in', { body: { login: name, password }, headers, cookie });
  const device = owner.split('; ').find((each) => each.startsWith('terrace_device='));
  const guesses = await Promise.all(Array.from({ length: 16 }, () => signIn('guess after guess', '', guesser)));
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await signIn(PASSWORD, '', guesser)).status).toBe(429);
  expect((await signIn(PASSWORD, device ?? '', guesser)).status).toBe(200);
  expect((await signIn(PASSWORD, '', other)).status).toBe(200);
});

test('without mail, e-mail requests are rejected with that reason and no address is requested', async () => {
  const { cookie } = await becomeMember(app.url);
  expect(AccountView.parse((await request(app.url, '/api/account', { cookie })).body)).toMatchObject({
    mail: false,
    email: null,
  });
  const body = { name: newName(), password: PASSWORD, email: 'ann@example.org' };
  expect(await request(app.url, '/api/account/sign-up', { body, headers: ownAddress() })).toMatchObject({
    body: refusal('no-mail'),
  });
  expect(await request(app.url, '/api/account/forgot', { body: { email: 'ann@example.org' } })).toMatchObject({
    body: refusal('no-mail'),
  });
});

test('opening, joining and being invited to rated tables requires an account', async () => {
  const [member, guest] = [await memberAt(app.url), await guestAt(app.url)];
  expect(await guest.request('game:create', tableOptions({ rated: true }, 'south'))).toMatchObject(
    refusal('rated-needs-account'),
  );
  const id = await member.create({ rated: true }, 'south');
  expect(await guest.command(id, { type: 'sit', side: null })).toMatchObject(refusal('rated-needs-account'));
  const reserved = [{ side: 'north' as const, name: guest.player.name }];
  expect(await member.request('game:create', tableOptions({ rated: true }, 'south', { reserved }))).toMatchObject({
    refusal: { code: 'rated-needs-account', name: guest.player.name },
  });
  expect(await (await memberAt(app.url)).command(id, { type: 'sit', side: null })).toMatchObject({ ok: true });
});

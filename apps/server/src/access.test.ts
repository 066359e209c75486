/**
 * Who may do what: every address and every socket event, asked by a stranger, a guest, another player, the owner of what
 * it is about, and a moderator. Both tables are complete, or a test says what is missing.
 */
import { AccountView, type GameId, MadeToken, type Player, type RequestName } from '@terrace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../tools/testing/database.ts';
import { openDatabase } from './store/client.ts';
import { createModerationStore } from './store/moderation.ts';
import { startTestApp } from './testing/app.ts';
import { becomeGuest, connect, newCommandId, tableWish } from './testing/client.ts';
import { becomeMember, PASSWORD, request } from './testing/members.ts';

const ASKERS = ['stranger', 'guest', 'other', 'owner', 'admin'] as const;
type Asker = (typeof ASKERS)[number];

let database: Awaited<ReturnType<typeof freshDatabase>>;
let app: Awaited<ReturnType<typeof startTestApp>>;
const cookies: Record<Asker, string> = { stranger: '', guest: '', other: '', owner: '', admin: '' };
const clients = {} as Record<Asker, Awaited<ReturnType<typeof connect>>>;
let owner: Player;
let world: { gameId: GameId; table: GameId; token: string; session: string; messageId: number };

beforeAll(async () => {
  database = await freshDatabase();
  app = await startTestApp(database.url);
  cookies.guest = (await becomeGuest(app.url)).cookie;
  const [first, second, third, mate] = [
    await becomeMember(app.url),
    await becomeMember(app.url),
    await becomeMember(app.url),
    await becomeMember(app.url),
  ];
  [cookies.owner, cookies.other, cookies.admin, owner] = [first.cookie, second.cookie, third.cookie, first.player];
  const { prisma, close } = openDatabase(database.url, () => undefined);
  await createModerationStore(prisma).setAdmin(third.player.name, true, Date.now());
  await close();
  for (const asker of ASKERS) clients[asker] = await connect(app.url, cookies[asker]);
  world = await belongings(mate.cookie);
});
afterAll(async () => {
  for (const asker of ASKERS) clients[asker]?.close();
  await app?.close();
  await database?.drop();
});

/** What the owner has: a private game by days against somebody, a table, talk, a token and a session. */
async function belongings(mate: string): Promise<typeof world> {
  const days = { kind: 'days', perMoveMs: 86_400_000 } as const;
  const gameId = await clients.owner.create({ seen: 'link', time: days }, 'south');
  const other = await connect(app.url, mate);
  await other.command(gameId, { type: 'sit', side: null });
  other.close();
  const table = await clients.owner.create({ seen: 'link' }, 'south');
  const said = await clients.owner.request('chat:say', { gameId, text: 'Between us.' });
  const made = await request(app.url, '/api/account/tokens', {
    cookie: cookies.owner,
    body: { name: 'A program', scopes: ['read'] },
  });
  expect(made.status).toBe(200);
  const again = { login: owner.name, password: PASSWORD };
  expect((await request(app.url, '/api/account/sign-in', { body: again })).status).toBe(200);
  const account = AccountView.parse((await request(app.url, '/api/account', { cookie: cookies.owner })).body);
  return {
    gameId,
    table,
    messageId: said.ok ? said.value.id : 0,
    token: account.tokens[0]?.id ?? '',
    session: account.sessions.find(({ current }) => !current)?.id ?? '',
  };
}

/** What each asker is answered, in the order of ASKERS. */
type Statuses = readonly [number, number, number, number, number];
type Row = { readonly path?: (at: typeof world) => string; readonly body?: unknown; readonly statuses: Statuses };

const EVERYBODY: Statuses = [200, 200, 200, 200, 200];
const NOBODY_YET: Statuses = [400, 400, 400, 400, 400]; // a body that does not fit is seen before the asker is
const SOMEBODY: Statuses = [401, 200, 200, 200, 200];
const ACCOUNTS: Statuses = [403, 403, 200, 200, 200];
const OWNER: Statuses = [403, 403, 404, 200, 404];
const SEATED: Statuses = [401, 403, 403, 200, 403];
const MODERATORS: Statuses = [401, 403, 403, 403, 200];
const MODERATORS_FIND_NONE: Statuses = [401, 403, 403, 403, 404];

/** Signing in and out is told by `accounts/accounts.test.ts`. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'POST /api/account/sign-up',
  'POST /api/account/sign-in',
  'POST /api/account/sign-out',
]);

const addresses: Readonly<Record<string, Row>> = {
  'GET /health': { statuses: EVERYBODY },
  'GET /api/me': { statuses: EVERYBODY },
  'GET /api/me/preferences': { statuses: [401, 403, 200, 200, 200] },
  'PUT /api/me/preferences': { body: { language: 17 }, statuses: [401, 403, 400, 400, 400] },
  'GET /api/me/stream': { statuses: SOMEBODY },

  'GET /api/account': { statuses: ACCOUNTS },
  'GET /api/account/sign-in-methods': { statuses: EVERYBODY },
  'GET /api/account/export': { statuses: ACCOUNTS },
  'POST /api/account/name': { body: { name: 'x' }, statuses: [403, 403, 409, 409, 409] },
  'POST /api/account/password': {
    body: { current: 'not the password', next: 'another long password' },
    statuses: [403, 403, 403, 403, 403],
  },
  'POST /api/account/email': { body: { email: null, password: 'not it' }, statuses: [403, 403, 403, 403, 403] },
  'POST /api/account/email/confirmed': { body: {}, statuses: NOBODY_YET },
  'POST /api/account/forgot': { body: {}, statuses: NOBODY_YET },
  'POST /api/account/reset': { body: {}, statuses: NOBODY_YET },
  'POST /api/account/deleted': { body: { password: 'not it' }, statuses: [403, 403, 403, 403, 403] },
  'POST /api/account/tokens': { body: { name: 'Another', scopes: ['read'] }, statuses: ACCOUNTS },
  'DELETE /api/account/tokens/:id': { path: ({ token }) => `/api/account/tokens/${token}`, statuses: OWNER },
  'DELETE /api/account/sessions/:id': { path: ({ session }) => `/api/account/sessions/${session}`, statuses: OWNER },

  'GET /api/games/:id': { path: ({ gameId }) => `/api/games/${gameId}`, statuses: EVERYBODY }, // by link: who knows it may look
  'GET /api/games/:id/moves': { path: ({ gameId }) => `/api/games/${gameId}/moves`, statuses: EVERYBODY },
  'GET /api/games/:id/record': { path: ({ gameId }) => `/api/games/${gameId}/record`, statuses: EVERYBODY },
  'GET /api/games/:id/stream': { path: ({ gameId }) => `/api/games/${gameId}/stream`, statuses: EVERYBODY },
  'POST /api/games': { body: {}, statuses: SOMEBODY },
  'POST /api/games/:id/commands': {
    path: ({ gameId }) => `/api/games/${gameId}/commands`,
    body: { commandId: 'the-very-same', command: { type: 'move', ply: 1, from: 'd2', to: 'd3' } },
    statuses: SEATED,
  },
  'POST /api/command': { body: { text: 'help' }, statuses: SOMEBODY },

  'GET /api/lobby': { statuses: EVERYBODY },
  'GET /api/archive': { statuses: EVERYBODY },
  'GET /api/leaderboards/:kind': { path: () => '/api/leaderboards/blitz', statuses: EVERYBODY },
  'GET /api/players/:name': { path: () => `/api/players/${owner.name}`, statuses: EVERYBODY },
  'GET /api/players/:name/games': { path: () => `/api/players/${owner.name}/games`, statuses: EVERYBODY },
  'GET /api/players/:name/records': { path: () => `/api/players/${owner.name}/records`, statuses: EVERYBODY },
  'GET /api/players/:name/ratings/:kind': {
    path: () => `/api/players/${owner.name}/ratings/blitz`,
    statuses: EVERYBODY,
  },
  'GET /api/openapi.json': { statuses: EVERYBODY },

  'POST /api/reports': {
    body: { about: 'nobody at all', reason: 'talk', text: 'Rude.', gameId: null },
    statuses: [401, 404, 404, 404, 404],
  },
  'GET /api/moderation': { statuses: MODERATORS },
  'POST /api/moderation/reports/:id/handled': {
    path: () => '/api/moderation/reports/999/handled',
    body: {},
    statuses: MODERATORS_FIND_NONE,
  },
  'POST /api/moderation/sanctions': {
    body: { about: 'nobody at all', kind: 'mute', reason: 'Rude.', days: 1 },
    statuses: MODERATORS_FIND_NONE,
  },
  'POST /api/moderation/sanctions/:id/lifted': {
    path: () => '/api/moderation/sanctions/999/lifted',
    body: {},
    statuses: MODERATORS_FIND_NONE,
  },
};

/** The status alone; a stream goes on for ever and is left at once. */
async function statusOf(route: string, { path, body }: Row, asker: Asker): Promise<number> {
  const [method = 'GET', pattern = ''] = route.split(' ');
  const leave = new AbortController();
  const response = await fetch(`${app.url}${path?.(world) ?? pattern}`, {
    method,
    signal: leave.signal,
    headers: {
      ...(cookies[asker] !== '' && { cookie: cookies[asker] }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  leave.abort();
  return response.status;
}

test('every address has its line in the table', () => {
  const known = new Set([...Object.keys(addresses), ...ELSEWHERE]);
  expect(app.routes.filter((route) => !known.has(route))).toEqual([]);
  expect([...known].filter((route) => !app.routes.includes(route))).toEqual([]);
});

test.each(Object.entries(addresses))(
  '%s answers a stranger, a guest, another, the owner, a moderator',
  async (route, row) => {
    const answers: number[] = [];
    for (const asker of ASKERS) answers.push(await statusOf(route, row, asker));
    expect(answers).toEqual(row.statuses);
  },
);

type Said = readonly [string, string, string, string, string];
type Wire = { readonly payload: (at: typeof world) => unknown; readonly answers: Said };

const FINE: Said = ['ok', 'ok', 'ok', 'ok', 'ok'];
const NEEDS_NAME: Said = ['no-session', 'ok', 'ok', 'ok', 'ok'];

const events: Readonly<Record<RequestName, Wire>> = {
  'game:create': { payload: () => tableWish({ seen: 'link' }, null), answers: NEEDS_NAME },
  'game:watch': { payload: ({ gameId }) => ({ gameId, after: 0 }), answers: FINE },
  'game:unwatch': { payload: ({ gameId }) => ({ gameId }), answers: FINE },
  'game:command': {
    payload: ({ table }) => ({ gameId: table, commandId: newCommandId(), command: { type: 'start' } }),
    answers: ['no-session', 'not-host', 'not-host', 'seats-open', 'not-host'],
  },
  'lobby:watch': { payload: () => ({ known: null }), answers: FINE },
  'lobby:unwatch': { payload: () => ({}), answers: FINE },
  'lobby:more': { payload: () => ({ below: { createdAt: 0, id: 'abcdefghijkl' } }), answers: FINE },
  'featured:watch': { payload: () => ({ filter: null }), answers: FINE },
  'invitations:list': { payload: () => ({}), answers: FINE },
  'chat:join': { payload: ({ gameId }) => ({ gameId }), answers: FINE },
  'chat:say': { payload: ({ gameId }) => ({ gameId, text: 'Hello.' }), answers: NEEDS_NAME },
  'chat:block': { payload: () => ({ playerId: 'somebody-else', on: true }), answers: NEEDS_NAME },
  'chat:report': {
    payload: ({ messageId }) => ({ messageId, reason: 'Rude.' }),
    answers: ['no-session', 'no-such-message', 'no-such-message', 'ok', 'no-such-message'],
  },
  'queue:set': {
    payload: ({ gameId }) => ({ gameId, moves: [] }),
    answers: ['no-session', 'not-seated', 'not-seated', 'ok', 'not-seated'],
  },
  'queue:get': { payload: ({ gameId }) => ({ gameId }), answers: NEEDS_NAME }, // one's own moves, and nobody else's
  'online:list': { payload: () => ({ search: '' }), answers: FINE },
  'pairing:join': { payload: () => ({ setup: 'master', time: null, rated: false }), answers: NEEDS_NAME },
  'pairing:leave': { payload: () => ({}), answers: NEEDS_NAME },
  'time:now': { payload: () => ({}), answers: FINE },
};

test('nobody lost a connection by what others asked', () => {
  expect(ASKERS.filter((asker) => !clients[asker].socket.connected)).toEqual([]);
});

test.each(Object.entries(events))(
  '%s answers a stranger, a guest, another, the owner, a moderator',
  async (event, row) => {
    const answers: string[] = [];
    for (const asker of ASKERS) {
      const answer = await clients[asker].raw(event, row.payload(world));
      answers.push(answer.ok ? 'ok' : answer.refusal.code);
    }
    expect(answers).toEqual(row.answers);
  },
);

test('what players say to each other is read by nobody else', async () => {
  const heard = await Promise.all(
    ASKERS.map(async (asker) => {
      const joined = await clients[asker].request('chat:join', { gameId: world.gameId });
      return joined.ok && joined.value.messages.some(({ text }) => text === 'Between us.');
    }),
  );
  expect(heard).toEqual([false, false, false, true, false]);
});

test('a private game is listed for those who sit in it, and for nobody else', async () => {
  const private_ = await clients.owner.create({ seen: 'link' }, 'south');
  const mate = await connect(app.url, cookies.other);
  await mate.command(private_, { type: 'sit', side: null });
  await mate.command(private_, { type: 'resign' });
  mate.close();
  const listed = await Promise.all(
    ASKERS.map(async (asker) => {
      const found = await request(app.url, `/api/players/${owner.name}/games`, { cookie: cookies[asker] });
      return JSON.stringify(found.body).includes(private_);
    }),
  );
  expect(listed).toEqual([false, false, true, true, false]);
});

test('a token of an account changes nothing about the account, and moderates nobody', async () => {
  const made = await request(app.url, '/api/account/tokens', {
    cookie: cookies.admin,
    body: { name: 'A program', scopes: ['read', 'play'] },
  });
  const { text: token } = MadeToken.parse(made.body);
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ['/api/account', '/api/account/export', '/api/moderation']) {
    expect((await request(app.url, path, { headers })).status, path).toBe(403);
  }
  const body = { name: 'More', scopes: ['play'] };
  expect((await request(app.url, '/api/account/tokens', { headers, body })).status).toBe(403);
});

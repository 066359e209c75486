/** Access control: every route and socket event, requested by each kind of caller. The table of events is complete. */
import { explainToApiClient } from '@terrace/messages';
import {
  AccountView,
  CreatedToken,
  type GameId,
  type Player,
  Refusal,
  type RefusalCode,
  Refused,
  type RequestName,
} from '@terrace/protocol';
import { becomeGuest, connect, newCommandId, tableOptions } from '@terrace/testing/client';
import { becomeMember, PASSWORD, request } from '@terrace/testing/members';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteInfo } from '../http/route.ts';
import { createModerationStore } from '../store/moderation.ts';
import { useSharedApp } from '../testing/shared-app.ts';

const CALLERS = ['stranger', 'guest', 'other', 'owner', 'admin'] as const;
type Caller = (typeof CALLERS)[number];

const app = useSharedApp();
const cookies: Record<Caller, string> = { stranger: '', guest: '', other: '', owner: '', admin: '' };
const clients = {} as Record<Caller, Awaited<ReturnType<typeof connect>>>;
let owner: Player;
let world: { gameId: GameId; table: GameId; token: string; session: string; messageId: number };

beforeAll(async () => {
  cookies.guest = (await becomeGuest(app.url)).cookie;
  const [first, second, third, opponent] = [
    await becomeMember(app.url),
    await becomeMember(app.url),
    await becomeMember(app.url),
    await becomeMember(app.url),
  ];
  [cookies.owner, cookies.other, cookies.admin, owner] = [first.cookie, second.cookie, third.cookie, first.player];
  await createModerationStore(app.database.connection).setAdmin(third.player.name, true, Date.now());
  for (const caller of CALLERS) clients[caller] = await connect(app.url, cookies[caller]);
  world = await belongings(opponent.cookie);
});
afterAll(async () => {
  for (const caller of CALLERS) clients[caller]?.close();
});

async function belongings(opponent: string): Promise<typeof world> {
  const days = { kind: 'days', perMoveMs: 86_400_000 } as const;
  const gameId = await clients.owner.create({ seen: 'link', time: days }, 'south');
  const other = await connect(app.url, opponent);
  await other.command(gameId, { type: 'sit', side: null });
  other.close();
  const table = await clients.owner.create({ seen: 'link' }, 'south');
  const sent = await clients.owner.request('chat:say', { gameId, text: 'Between us.' });
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
    messageId: sent.ok ? sent.value.id : 0,
    token: account.tokens[0]?.id ?? '',
    session: account.sessions.find(({ current }) => !current)?.id ?? '',
  };
}

/** A request, and the status for permitted callers: one for all, or one for the owner and one for the others. */
type Row = {
  readonly path?: (at: typeof world) => string;
  readonly body?: unknown;
  readonly allowed: number | { readonly owner: number; readonly others: number };
};

/** Routes whose answer depends on the owner or the payload. All other routes are requested with their own example. */
const rows: Readonly<Record<string, Row>> = {
  'GET /health': { allowed: 200 },
  'GET /api/unsubscribe/:token': { allowed: 404 },
  'POST /api/unsubscribe/:token': { body: { kinds: [] }, allowed: 404 },
  'POST /unsubscribe/:token': { allowed: 404 },
  'GET /ready': { allowed: 200 },
  'GET /metrics': { allowed: 200 },
  'GET /api/me': { allowed: 200 },
  'GET /api/me/preferences': { allowed: 200 },
  'PUT /api/me/preferences': { body: { language: 17 }, allowed: 400 },
  'GET /api/me/stream': { allowed: 200 },
  'GET /api/me/games': { allowed: 200 },
  'GET /api/me/notifications': { allowed: 200 },
  'POST /api/me/notifications/read': { body: { which: 'all' }, allowed: 200 },
  'POST /api/me/notifications/test': { body: { channel: 'nowhere' }, allowed: 400 },
  'GET /api/me/push': { allowed: 200 },
  'POST /api/me/push/subscriptions': { body: { endpoint: 'https://push.example/x' }, allowed: 400 },
  'DELETE /api/me/push/subscriptions/:id': { path: () => `/api/me/push/subscriptions/${'x'.repeat(22)}`, allowed: 404 },
  'GET /api/me/vacation': { allowed: 200 },
  'POST /api/me/vacation': { body: { days: 31 }, allowed: 400 },
  'DELETE /api/me/vacation': { allowed: 409 },
  'GET /api/me/notification-choices': { allowed: 200 },
  'PUT /api/me/notification-choices': { body: { kinds: {} }, allowed: 400 },

  'GET /api/account': { allowed: 200 },
  'GET /api/account/sign-in-methods': { allowed: 200 },
  'GET /api/account/export': { allowed: 200 },
  'POST /api/account/name': { body: { name: 'x' }, allowed: 409 },
  'POST /api/account/password': {
    body: { current: 'not the password', next: 'another long password' },
    allowed: 403,
  },
  'POST /api/account/email': { body: { email: null, password: 'not it' }, allowed: 403 },
  'POST /api/account/email/confirmed': { body: {}, allowed: 400 },
  'POST /api/account/forgot': { body: {}, allowed: 400 },
  'POST /api/account/reset': { body: {}, allowed: 400 },
  'POST /api/account/deleted': { body: { password: 'not it' }, allowed: 403 },
  'POST /api/account/tokens': { body: { name: 'Another', scopes: ['read'] }, allowed: 200 },
  'DELETE /api/account/tokens/:id': {
    path: ({ token }) => `/api/account/tokens/${token}`,
    allowed: { owner: 200, others: 404 },
  },
  'DELETE /api/account/sessions/:id': {
    path: ({ session }) => `/api/account/sessions/${session}`,
    allowed: { owner: 200, others: 404 },
  },

  'GET /api/account/webhooks': { allowed: 200 },
  'POST /api/account/webhooks': { body: { url: 'http://localhost/' }, allowed: 400 },
  'DELETE /api/account/webhooks/:id': { allowed: 404 },
  'POST /api/account/webhooks/:id/secret': { allowed: 404 },
  'POST /api/account/webhooks/:id/enabled': { allowed: 404 },
  'POST /api/account/webhooks/:id/test': { allowed: 404 },
  'GET /api/account/webhooks/:id/deliveries': { allowed: 404 },

  'GET /api/games/:id': { path: ({ gameId }) => `/api/games/${gameId}`, allowed: 200 }, // anyone with the link may read it
  'GET /api/games/:id/state': { path: ({ gameId }) => `/api/games/${gameId}/state`, allowed: 200 },
  'GET /api/games/:id/moves': { path: ({ gameId }) => `/api/games/${gameId}/moves`, allowed: 200 },
  'GET /api/games/:id/record': { path: ({ gameId }) => `/api/games/${gameId}/record`, allowed: 200 },
  'GET /api/games/:id/stream': { path: ({ gameId }) => `/api/games/${gameId}/stream`, allowed: 200 },
  'POST /api/games': { body: {}, allowed: 200 },
  'POST /api/games/:id/commands': {
    path: ({ gameId }) => `/api/games/${gameId}/commands`,
    body: { commandId: 'the-very-same', command: { type: 'move', ply: 1, from: 'd2', to: 'd3' } },
    allowed: { owner: 200, others: 403 },
  },
  'POST /api/command': { body: { text: 'help' }, allowed: 200 },

  'GET /api/bots': { allowed: 200 },
  'PUT /api/me/bot': { body: { bot: 'perhaps' }, allowed: 400 },
  'GET /api/lobby': { allowed: 200 },
  'GET /api/archive': { allowed: 200 },
  'GET /api/leaderboards': { path: () => '/api/leaderboards', allowed: 200 },
  'GET /api/leaderboards/:kind': { path: () => '/api/leaderboards/blitz', allowed: 200 },
  'GET /api/players/:name': { path: () => `/api/players/${owner.name}`, allowed: 200 },
  'GET /api/players/:name/games': { path: () => `/api/players/${owner.name}/games`, allowed: 200 },
  'GET /api/players/:name/records': { path: () => `/api/players/${owner.name}/records`, allowed: 200 },
  'GET /api/players/:name/ratings/:kind': { path: () => `/api/players/${owner.name}/ratings/blitz`, allowed: 200 },
  'PUT /api/following/:name': { path: () => '/api/following/nobody-at-all', allowed: 404 },
  'DELETE /api/following/:name': { path: () => '/api/following/nobody-at-all', allowed: 404 },
  'GET /api/openapi.json': { allowed: 200 },

  'POST /api/reports': {
    body: { about: 'nobody at all', reason: 'talk', text: 'Rude.', gameId: null },
    allowed: 404,
  },
  'GET /api/moderation': { allowed: 200 },
  'POST /api/moderation/reports/:id/handled': { path: () => '/api/moderation/reports/999/handled', allowed: 404 },
  'POST /api/moderation/sanctions': {
    body: { about: 'nobody at all', kind: 'mute', reason: 'Rude.', days: 1 },
    allowed: 404,
  },
  'POST /api/moderation/sanctions/:id/lifted': { path: () => '/api/moderation/sanctions/999/lifted', allowed: 404 },
};

/** Signing in and out changes the caller's session, so `accounts/accounts.test.ts` tests these routes. */
const SESSION_ROUTES = /sign-(up|in|out)$/;

const keyOf = ({ method, path }: RouteInfo): string => `${method} ${path}`;

function denial({ access: { audience } }: RouteInfo, caller: Caller): readonly [number, RefusalCode] | undefined {
  if (audience === 'everyone') return undefined;
  if (caller === 'stranger') return audience === 'account' ? [403, 'needs-account'] : [401, 'no-session'];
  if (audience === 'account' && caller === 'guest') return [403, 'needs-account'];
  return audience === 'admin' && caller !== 'admin' ? [403, 'not-admin'] : undefined;
}

/** Sends a route's own example or its row as one of the callers. Closes streams immediately. */
async function send(route: RouteInfo, headers: Record<string, string>): Promise<readonly [number, string]> {
  const { method, path, example } = route;
  const row = rows[keyOf(route)];
  const params = new Map<string, unknown>(Object.entries(example?.params ?? {}));
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => String(params.get(name)));
  const body = row === undefined ? example?.body : row.body;
  const leave = new AbortController();
  const response = await fetch(`${app.url}${row?.path?.(world) ?? filled}`, {
    method,
    signal: leave.signal,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const message = response.ok ? '' : await response.text();
  leave.abort();
  const refused = message.startsWith('{') ? Refused.parse(JSON.parse(message)).refusal.code : message;
  return [response.status, refused];
}

const cookieOf = (caller: Caller): Record<string, string> =>
  cookies[caller] === '' ? {} : { cookie: cookies[caller] };

const answerTo = ({ refusals }: RouteInfo, refusal: Refusal): string =>
  refusals === 'text' ? `${explainToApiClient(refusal)}\n` : refusal.code;

test('every route admits exactly its declared audience', async () => {
  const keys = app.routes.map(keyOf);
  expect(Object.keys(rows).filter((key) => !keys.includes(key))).toEqual([]);
  for (const route of app.routes) {
    if (SESSION_ROUTES.test(route.path)) continue;
    const allowed = rows[keyOf(route)]?.allowed;
    for (const caller of CALLERS) {
      const [status, code] = await send(route, cookieOf(caller));
      const where = `${keyOf(route)} by ${caller}`;
      const denied = denial(route, caller);
      if (denied !== undefined) {
        const [deniedStatus, deniedCode] = denied;
        expect([status, code], where).toEqual([deniedStatus, answerTo(route, Refusal.parse({ code: deniedCode }))]);
      } else if (allowed === undefined) expect([401, 403, 500], where).not.toContain(status);
      else if (typeof allowed === 'number') expect(status, where).toBe(allowed);
      else expect(status, where).toBe(caller === 'owner' ? allowed.owner : allowed.others);
    }
  }
}, 60_000);

test.each(['read', 'play'] as const)(
  'a token with the scope %s admits the routes of that scope, and none for browser sessions',
  async (scope) => {
    const { cookie } = await becomeMember(app.url); // a separate account, because the other tests use up its rate limit
    const body = { name: 'A program', scopes: [scope] };
    const made = await request(app.url, '/api/account/tokens', { cookie, body });
    const headers = { authorization: `Bearer ${CreatedToken.parse(made.body).text}` };
    const missing = scope === 'read' ? 'read-only-token' : 'play-only-token';
    for (const route of app.routes) {
      const [status, code] = await send(route, headers);
      const { tokenScope } = route.access;
      if (route.anonymous) expect([401, 403], keyOf(route)).not.toContain(status);
      else if (tokenScope === null) expect([status, code], keyOf(route)).toEqual([403, answerTo(route, NEEDS_ACCOUNT)]);
      else if (tokenScope === scope)
        expect([status, code], keyOf(route)).not.toEqual([403, answerTo(route, { code: missing })]);
      else expect([status, code], keyOf(route)).toEqual([403, answerTo(route, { code: missing })]);
      if (tokenScope === 'read' && scope === 'read') expect([401, 403], keyOf(route)).not.toContain(status);
    }
  },
  60_000,
);

const NEEDS_ACCOUNT: Refusal = { code: 'needs-account' };

test("requests from another site's page change nothing, for any visitor", async () => {
  for (const route of app.routes.filter(({ method }) => method !== 'GET')) {
    const answer = await send(route, { ...cookieOf('owner'), origin: 'https://elsewhere.example' });
    expect(answer, keyOf(route)).toEqual([403, answerTo(route, { code: 'foreign-origin' })]);
  }
});

type Said = readonly [string, string, string, string, string];
type Wire = { readonly payload: (at: typeof world) => unknown; readonly answers: Said };

const FINE: Said = ['ok', 'ok', 'ok', 'ok', 'ok'];
const NEEDS_NAME: Said = ['no-session', 'ok', 'ok', 'ok', 'ok'];

const events: Readonly<Record<RequestName, Wire>> = {
  'game:create': { payload: () => tableOptions({ seen: 'link' }, null), answers: NEEDS_NAME },
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
  'chat:leave': { payload: ({ gameId }) => ({ gameId }), answers: FINE },
  'chat:say': { payload: ({ gameId }) => ({ gameId, text: 'Hello.' }), answers: NEEDS_NAME },
  'chat:block': { payload: () => ({ playerId: 'somebody-else', on: true }), answers: NEEDS_NAME },
  'chat:report': {
    payload: ({ messageId }) => ({ messageId, reason: 'Rude.' }),
    answers: ['no-session', 'no-such-message', 'no-such-message', 'ok', 'no-such-message'],
  },
  'conditional:set': {
    payload: ({ gameId }) => ({ gameId, ply: 1, moves: [] }),
    answers: ['no-session', 'not-seated', 'not-seated', 'ok', 'not-seated'],
  },
  'game:visible': { payload: ({ gameId }) => ({ gameId, visible: true }), answers: NEEDS_NAME },
  'note:get': { payload: ({ gameId }) => ({ gameId }), answers: NEEDS_NAME },
  'note:set': {
    payload: ({ gameId }) => ({ gameId, text: 'Watch the far corner.' }),
    answers: ['no-session', 'not-seated', 'not-seated', 'ok', 'not-seated'],
  },
  'variations:get': { payload: ({ gameId }) => ({ gameId }), answers: NEEDS_NAME },
  'variations:set': {
    payload: ({ gameId }) => ({ gameId, moves: ['1 d2d3'] }),
    answers: ['no-session', 'not-seated', 'not-seated', 'ok', 'not-seated'],
  },
  'conditional:get': { payload: ({ gameId }) => ({ gameId }), answers: NEEDS_NAME },
  'online:list': { payload: () => ({ search: '' }), answers: FINE },
  'pairing:join': { payload: () => ({ setup: 'master', time: null, rated: false }), answers: NEEDS_NAME },
  'pairing:resume': { payload: () => ({ wanted: null }), answers: NEEDS_NAME },
  'pairing:accept': {
    payload: () => ({ player: 'nobody-here', game: { setup: 'master', time: null, rated: false } }),
    answers: ['no-session', 'seek-over', 'seek-over', 'seek-over', 'seek-over'],
  },
  'pairing:leave': { payload: () => ({}), answers: NEEDS_NAME },
  'inbox:watch': { payload: () => ({ group: null, limit: 30 }), answers: FINE },
  'inbox:unwatch': { payload: () => ({}), answers: FINE },
  'inbox:next': { payload: ({ gameId }) => ({ gameId }), answers: FINE },
  'time:now': { payload: () => ({}), answers: FINE },
};

test('rejected requests disconnect no client', () => {
  expect(CALLERS.filter((caller) => !clients[caller].socket.connected)).toEqual([]);
});

test.each(Object.entries(events))(
  '%s answers a stranger, a guest, another, the owner, a moderator',
  async (event, row) => {
    const answers: string[] = [];
    for (const caller of CALLERS) {
      const answer = await clients[caller].sendRaw(event, row.payload(world));
      answers.push(answer.ok ? 'ok' : answer.refusal.code);
    }
    expect(answers).toEqual(row.answers);
  },
);

test('only the players of a game can read its chat', async () => {
  const canRead = await Promise.all(
    CALLERS.map(async (caller) => {
      const joined = await clients[caller].request('chat:join', { gameId: world.gameId });
      return joined.ok && joined.value.messages.some(({ text }) => text === 'Between us.');
    }),
  );
  expect(canRead).toEqual([false, false, false, true, false]);
});

test('only the players of a private game have it in their game lists', async () => {
  const private_ = await clients.owner.create({ seen: 'link' }, 'south');
  const opponent = await connect(app.url, cookies.other);
  await opponent.command(private_, { type: 'sit', side: null });
  await opponent.command(private_, { type: 'resign' });
  opponent.close();
  const listed = await Promise.all(
    CALLERS.map(async (caller) => {
      const found = await request(app.url, `/api/players/${owner.name}/games`, { cookie: cookies[caller] });
      return JSON.stringify(found.body).includes(private_);
    }),
  );
  expect(listed).toEqual([false, false, true, true, false]);
});

test("an account's token can neither change the account nor moderate", async () => {
  const made = await request(app.url, '/api/account/tokens', {
    cookie: cookies.admin,
    body: { name: 'A program', scopes: ['read', 'play'] },
  });
  const { text: token } = CreatedToken.parse(made.body);
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ['/api/account', '/api/account/export', '/api/moderation']) {
    expect((await request(app.url, path, { headers })).status, path).toBe(403);
  }
  const body = { name: 'More', scopes: ['play'] };
  expect((await request(app.url, '/api/account/tokens', { headers, body })).status).toBe(403);
});

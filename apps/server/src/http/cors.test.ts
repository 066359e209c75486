import { CreatedToken, Me, Refused } from '@terrace/protocol';
import { becomeMember, request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';

const app = useTestApp();
const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
const table = { settings: { setup: 'short', time: null }, side: 'south' };

async function aToken() {
  const { cookie, player } = await becomeMember(app.url);
  const body = { name: 'A page elsewhere', scopes: ['read', 'play'] };
  const { text } = CreatedToken.parse((await request(app.url, '/api/account/tokens', { cookie, body })).body);
  return { cookie, player, authorization: `Bearer ${text}` };
}

const preflight = (path: string) =>
  fetch(`${app.url}${path}`, {
    method: 'OPTIONS',
    headers: { ...foreign, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });

test('a page of another site can read the API, without credentials', async () => {
  const { status, headers } = await request(app.url, '/api/lobby', { headers: foreign });
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.has('access-control-allow-credentials')).toBe(false);
  const missing = await request(app.url, '/api/games/AbCdEfGhIjKl', { headers: foreign });
  expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
});

test('a preflight allows tokens in all API requests', async () => {
  const { status, headers } = await preflight('/api/me');
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-headers')).toContain('Authorization');
  expect(headers.has('access-control-allow-credentials')).toBe(false);
});

test('addresses outside of the API allow no other site', async () => {
  for (const path of ['/health', '/ready']) {
    const { headers } = await request(app.url, path, { headers: foreign });
    expect(headers.has('access-control-allow-origin')).toBe(false);
  }
});

test('the cookies of a visitor are ignored in a read by another site, and a token is accepted', async () => {
  const { cookie, player, authorization } = await aToken();
  const here = await request(app.url, '/api/me', { cookie });
  expect(Me.parse(here.body).player.id).toBe(player.id);
  const byCookie = await request(app.url, '/api/me/games', { cookie, headers: foreign });
  expect(Refused.parse(byCookie.body).refusal.code).toBe('no-session');
  const byToken = await request(app.url, '/api/me', { headers: { ...foreign, authorization } });
  expect(Me.parse(byToken.body).player.id).toBe(player.id);
});

test('a write by another site needs a token, which replaces the cookies of the visitor', async () => {
  const [visitor, program] = [await becomeMember(app.url), await aToken()];
  const byCookie = await request(app.url, '/api/games', { cookie: visitor.cookie, body: table, headers: foreign });
  expect(Refused.parse(byCookie.body).refusal.code).toBe('foreign-origin');
  expect(byCookie.headers.has('access-control-allow-origin')).toBe(false);
  const headers = { ...foreign, authorization: program.authorization };
  const byToken = await request(app.url, '/api/games', { cookie: visitor.cookie, body: table, headers });
  expect([byToken.status, byToken.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(JSON.stringify(byToken.body)).not.toContain(visitor.player.id);
  const wrong = { ...foreign, authorization: 'Bearer terrace_none' };
  const unknown = await request(app.url, '/api/games', { cookie: visitor.cookie, body: table, headers: wrong });
  expect(Refused.parse(unknown.body).refusal.code).toBe('bad-token');
});

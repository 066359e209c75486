import { Me, Refused } from '@terrace/protocol';
import { becomeGuest } from '@terrace/testing/client';
import { becomeMember, newName, PASSWORD, request } from '@terrace/testing/members';
import { expect, test } from 'vitest';
import { useSharedApp } from '../testing/shared-app.ts';
import { isFromOtherSite } from './cors.ts';

const app = useSharedApp();

/** What browsers send for `fetch` with credentials, images and frames of other pages. Over HTTP, only Origin. */
const BY_OTHER_PAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'fetch of another port': {
    origin: 'http://localhost:8080',
    'sec-fetch-site': 'same-site',
    'sec-fetch-dest': 'empty',
  },
  'fetch of another port over HTTP': { origin: 'http://192.0.2.7:8080' },
  'fetch of another site': {
    origin: 'https://elsewhere.example',
    'sec-fetch-site': 'cross-site',
    'sec-fetch-dest': 'empty',
  },
  'fetch without CORS': { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' },
  'an image': { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' },
  'a frame': { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'iframe' },
  'a sandboxed page': { origin: 'null', 'sec-fetch-site': 'cross-site' },
};

const FOLLOWED_LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
const TYPED_ADDRESS = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' };

for (const [initiator, headers] of Object.entries(BY_OTHER_PAGES)) {
  test(`${initiator}: the server makes no guest and keeps the visitor's cookie`, async () => {
    const { cookie } = await becomeGuest(app.url);
    const asVisitor = await request(app.url, '/api/me', { cookie, headers });
    const asStranger = await request(app.url, '/api/me', { headers });
    for (const { cookies, body } of [asVisitor, asStranger]) {
      expect(cookies).toEqual([]);
      expect(Refused.parse(body).refusal.code).toBe('no-session');
    }
  });
}

test('no route sets a cookie for a page of another origin', async () => {
  const [headers] = Object.values(BY_OTHER_PAGES);
  const { player } = await becomeMember(app.url);
  const signIn = { login: player.name, password: PASSWORD };
  const signUp = { name: newName(), password: PASSWORD };
  const bodies: Readonly<Record<string, unknown>> = {
    '/api/account/sign-in': signIn,
    '/api/account/sign-up': signUp,
  };
  for (const { method, path: pattern } of app.routes) {
    if (/stream|\/metrics/.test(pattern)) continue;
    const path = pattern.replaceAll(/:\w+/g, 'x');
    const body = method === 'GET' ? undefined : (bodies[pattern] ?? {});
    const reply = await request(app.url, path, {
      method,
      headers: { ...headers },
      ...(body !== undefined && { body }),
    });
    expect(reply.cookies, `${method} ${pattern}`).toEqual([]);
  }
});

test('a followed link, a typed address, the own pages and programs make a new visitor a guest, and keep a known one', async () => {
  for (const headers of [FOLLOWED_LINK, TYPED_ADDRESS, OWN_PAGE, {}]) {
    const first = await request(app.url, '/api/me', { headers });
    expect(first.cookies).toHaveLength(1);
    const { cookie, player } = await becomeGuest(app.url);
    const again = await request(app.url, '/api/me', { cookie, headers });
    expect(again.cookies).toEqual([]);
    expect(Me.parse(again.body).player.id).toBe(player.id);
  }
});

test('a link that the service worker passes on keeps its cookies, and a fetch of another page does not', () => {
  const passedOn = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' };
  expect(isFromOtherSite(passedOn)).toBe(false);
  expect(isFromOtherSite({ ...passedOn, 'sec-fetch-mode': 'cors' })).toBe(true);
});

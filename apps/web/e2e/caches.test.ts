import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../tools/testing/database.ts';
import { type Site, startSite } from './site.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let site: Site;
beforeAll(async () => {
  database = await freshDatabase();
  site = await startSite(database.url);
});
afterAll(async () => {
  await site?.stop();
  await database?.drop();
});

/** What a stranger's browser gets who types an address. */
const open = (path: string) => fetch(`${site.url}${path}`, { headers: { accept: 'text/html,*/*' } });

test.each(['/', '/watch', '/archive?player=Nobody', '/nowhere', '/login?reset=token'])(
  '%s makes a stranger a guest, in an answer that no cache keeps',
  async (path) => {
    const answer = await open(path);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^terrace_session=.*HttpOnly/)]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const cookie = answer.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
    const again = await fetch(`${site.url}${path}`, { headers: { accept: 'text/html', cookie: cookie.join() } });
    expect(again.headers.getSetCookie()).toEqual([]);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
  },
);

test.each(['/learn', '/learn/rules', '/local?x', '/offline', '/favicon.svg', '/manifest.webmanifest'])(
  '%s is the same for everybody, and makes nobody a guest',
  async (path) => {
    const answer = await open(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
  },
);

test('the version that open pages ask for is kept by no cache', async () => {
  const answer = await fetch(`${site.url}/_app/version.json`);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await answer.json()).toEqual({ version: expect.any(String) });
});

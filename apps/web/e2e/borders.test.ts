import { messages } from '@terrace/messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../tools/testing/database.ts';
import { openTcpProxy } from '../../server/src/testing/tcp-proxy.ts';
import { type Site, startSite } from './site.ts';

let database: Awaited<ReturnType<typeof freshDatabase>>;
let proxy: Awaited<ReturnType<typeof openTcpProxy>>;
let site: Site;
beforeAll(async () => {
  database = await freshDatabase();
  proxy = await openTcpProxy(database.url);
  site = await startSite(proxy.url, { host: '127.0.0.2' });
});
afterAll(async () => {
  await site.stop();
  proxy.close();
  await database.drop();
});

const open = async (path: string) => {
  const answer = await fetch(`${site.url}${path}`, { headers: { accept: 'text/html' } });
  return { answer, html: await answer.text() };
};
const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? '';

test('a server on one address of its own finds the data of its pages', async () => {
  for (const path of ['/leaderboard', '/archive', '/api']) expect((await open(path)).answer.status, path).toBe(200);
  expect((await open('/players/Nobody-here')).answer.status).toBe(404);
});

test('a page runs its own scripts and no others, whether it is rendered or was built once', async () => {
  const rendered = await open('/leaderboard');
  const policy = rendered.answer.headers.get('content-security-policy') ?? '';
  const nonce = /'(nonce-[^']+)'/.exec(policy)?.[1]?.slice('nonce-'.length);
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+' 'wasm-unsafe-eval' 'nonce-/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  const inline = [...rendered.html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) => attributes);
  const foreign = inline.filter(
    (attributes = '') => !attributes.includes(`nonce="${nonce}"`) && !attributes.includes('application/json'),
  );
  expect(foreign).toHaveLength(1); // the head's, by its hash
  expect((await open('/leaderboard')).answer.headers.get('content-security-policy')).not.toContain(nonce);

  const built = await open('/learn');
  expect(built.answer.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
  expect(built.html).toMatch(/<meta http-equiv="content-security-policy" content="[^"]*script-src 'self' 'sha256-/);
  for (const { answer } of [rendered, built, await open('/favicon.svg'), await open('/nowhere')]) {
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(answer.headers.get('permissions-policy')).toContain('camera=()');
  }
});

test('an address that is no encoding leads to the page of errors, and to no other site', async () => {
  expect((await open('/players/%E0%A4%A')).answer.status).toBe(404);
  const away = await fetch(`${site.url}//elsewhere.example/%E0%A4%A`, { redirect: 'manual' });
  expect([away.status, away.headers.get('location')]).toEqual([302, '/elsewhere.example/%25E0%25A4%25A']);
});

test('what was built once makes nobody a guest, and what is somebody’s own is stored by no shared cache', async () => {
  for (const path of ['/learn', '/favicon.svg', '/local']) {
    expect((await open(path)).answer.headers.getSetCookie(), path).toEqual([]);
  }
  const { answer } = await open('/');
  expect(answer.headers.getSetCookie().join()).toContain('terrace_session=');
  expect(answer.headers.get('cache-control')).toMatch(/private|no-store/);
});

test('without its database the server shows every page that needs none, and else a page that says so', async () => {
  proxy.disconnect();
  for (const path of ['/learn', '/learn/rules', '/local', '/analysis', '/editor', '/favicon.svg']) {
    expect((await open(path)).answer.status, path).toBe(200);
  }
  const { answer, html } = await open('/leaderboard');
  expect([answer.status, typeOf(answer)]).toEqual([503, expect.stringContaining('text/html')]);
  expect(html).toContain(messages.site.errors.toLobby);
  expect((await fetch(`${site.url}/ready`)).status).toBe(503);
  proxy.reconnect();
  await expect.poll(async () => (await open('/leaderboard')).answer.status).toBe(200);
});

import { serverProcess } from '../../../tools/testing/server.ts';
import { expect, test } from './fixtures/test.ts';
import { SECRET } from './site.ts';

test('a server without a database serves pages with the data of a server of play, as the visitor', async ({ site }) => {
  const pages = serverProcess({ PARTS: 'pages', PLAY_URL: site.url, SESSION_SECRET: SECRET, TRUST_PROXY: '1' });
  try {
    const url = await pages.address();
    const open = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(url + path, { headers: { accept: 'text/html', ...headers } });
      return { status: answer.status, cookies: answer.headers.getSetCookie(), text: await answer.text() };
    };
    const first = await open('/');
    expect(first.status).toBe(200);
    const [cookie = ''] = (first.cookies[0] ?? '').split(';');
    const me = await fetch(`${site.url}/api/me`, { headers: { cookie } });
    const { player } = await me.json();
    expect(first.text).toContain(player.name);

    const again = await open('/leaderboard?kind=blitz', { cookie });
    expect([again.status, again.cookies]).toEqual([200, []]);
    const statuses = [];
    for (const path of ['/learn', '/favicon.svg', '/preview/page/lobby.png', '/ready', '/api/me'])
      statuses.push((await open(path)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 404]);

    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const unsubscribed = await fetch(`${url}/unsubscribe/nobody.turn.x`, { method: 'POST', body });
    const { refusal } = await unsubscribed.json();
    expect([unsubscribed.status, refusal.code]).toEqual([404, 'bad-unsubscribe-link']);
  } finally {
    pages.kill('SIGTERM');
  }
  const exitCode = await pages.ended;
  expect(exitCode).toBe(0);
});

test('a server of pages with another secret than play is not ready, and says why', async ({ site }) => {
  const secret = `${SECRET} of another site`;
  const pages = serverProcess({ PARTS: 'pages', PLAY_URL: site.url, SESSION_SECRET: secret, TRUST_PROXY: '1' });
  try {
    const answer = await fetch(`${await pages.address()}/ready`);
    const reason = await answer.text();
    expect([answer.status, reason]).toEqual([503, 'secret\n']);
  } finally {
    pages.kill('SIGTERM');
  }
  const exitCode = await pages.ended;
  expect(exitCode).toBe(0);
});

import { openTcpProxy } from '@terrace/testing/tcp-proxy';
import { freshDatabase } from '../../../tools/testing/run-servers.ts';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { expect, test } from './fixtures/test.ts';
import { startSite } from './site.ts';

/** More than a player may make in a second. */
const FLOOD = 150;

/** Counts for the limit, and is rejected without work. */
const CHEAP = '/api/me/games?limit=none';

async function openAsGuest(site: string) {
  const first = await fetch(`${site}/api/me`);
  const cookie = first.headers.getSetCookie().map((each) => each.split(';')[0]);
  return async (path: string): Promise<number> => {
    const answer = await fetch(site + path, { headers: { accept: 'text/html', cookie: cookie.join('; ') } });
    await answer.arrayBuffer();
    return answer.status;
  };
}

test('a page whose requests exceed the limit of its guest is an error page, and the server continues', async ({
  ownSite,
}) => {
  const open = await openAsGuest(ownSite.url);
  const floodAndOpen = async () => {
    let isOpen = false;
    const flood = async () => {
      while (!isOpen) await Promise.all(Array.from({ length: FLOOD }, () => open(CHEAP)));
    };
    const opening = async () => {
      const status = await open('/');
      isOpen = true;
      return status;
    };
    const [status] = await Promise.all([opening(), flood()]);
    return status;
  };
  await expect.poll(floodAndOpen).toBeGreaterThan(400); // 429 or 503, depending on which request was rejected
  await expect.poll(() => open('/')).toBe(200);
});

test('the pages of a guest are error pages while Postgres is down, and the server continues', {
  tag: THOROUGH,
}, async () => {
  const database = await freshDatabase();
  const proxy = await openTcpProxy(database.url);
  const site = await startSite(proxy.url);
  try {
    const open = await openAsGuest(site.url);
    await site.kill(); // so that it has not cached the guest
    await site.restart();
    proxy.disconnect();
    for (const path of ['/', '/inbox', '/watch', '/leaderboard?kind=long-slow', '/archive', '/game/abcdefgh', '/']) {
      const status = await open(path);
      expect(status, path).toBe(503);
    }
    const withoutData = await open('/learn');
    expect(withoutData).toBe(200);
    proxy.reconnect();
    await expect.poll(() => open('/')).toBe(200);
  } finally {
    await site.stop();
    proxy.close();
    await database.drop();
  }
});

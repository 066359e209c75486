import { THOROUGH } from '../../../tools/testing/suite.ts';
import { expect, test } from './fixtures/test.ts';
import { openPage, pageProcessOf, startGames } from './page-process.ts';

/** Not prerendered, and the same for all visitors. */
const PAGE = '/bots';

/** The server renders two at a time and lets sixty wait. */
const FLOOD = 100;

test('a game continues while the process of the pages is killed, frozen and flooded, and the pages return', {
  tag: THOROUGH,
}, async ({ ownSite }) => {
  const games = await startGames(ownSite.url);
  const server = ownSite.pid;
  const statusOfPage = async () => (await openPage(ownSite, PAGE)).status;
  const expectMoves = async () => {
    const before = games.played();
    await expect.poll(games.played).toBeGreaterThan(before);
  };
  await expect.poll(statusOfPage).toBe(200);

  for (const signal of ['SIGKILL', 'SIGSTOP'] as const) {
    const before = pageProcessOf(ownSite) ?? 0;
    process.kill(before, signal);
    const failed = await openPage(ownSite, PAGE);
    expect([failed.status, failed.retryAfter]).toEqual([503, '2']);
    expect(failed.html).toContain('http-equiv="refresh"');
    await expectMoves();
    await expect.poll(statusOfPage).toBe(200);
    expect(pageProcessOf(ownSite)).not.toBe(before);
  }

  const statusFor = async (n: number) => {
    const address = `198.51.100.${n % 100}`; // the limits of the players' own address are not the subject
    return (await openPage(ownSite, PAGE, { 'x-forwarded-for': address })).status;
  };
  const flood = await Promise.all(Array.from({ length: FLOOD }, (_, n) => statusFor(n)));
  await expectMoves();
  expect(flood.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  expect(flood).toContain(503);
  await expect.poll(statusOfPage).toBe(200);

  await games.stop();
  expect(ownSite.pid).toBe(server);
});

test('no client can name the address of a visitor', async ({ site }) => {
  for (const header of ['x-terrace-visitor', 'x-terrace-address', 'x-terrace-host']) {
    const answer = await fetch(`${site.url}/page-data/api/me`, {
      headers: { [header]: `${Date.now()} 198.51.100.7 ${'a'.repeat(43)}` },
    });
    expect([403, 404]).toContain(answer.status);
  }
  const page = await openPage(site, PAGE, { 'x-terrace-address': 'nowhere', 'x-terrace-reference': '<b>' });
  expect(page.status).toBe(200);
});

import { pageData } from '../../../tools/testing/page-data.ts';
import { expect, test } from './fixtures/test.ts';
import { openPage, pageProcessOf, startGames } from './page-process.ts';
import { SECRET, type Site } from './site.ts';

const PAGE = '/bots';
const ROUNDS = 12;
const FLOOD = 200;
const LOOPS = 64;

const statusOfPage = async (site: Site) => (await openPage(site, PAGE)).status;
const statusOfApi = async (site: Site) => (await fetch(`${site.url}/api/lobby`)).status;

test('games and the API continue while the process of the pages is killed, frozen and flooded again and again', async ({
  ownSite,
}) => {
  test.setTimeout(600_000);
  const games = await startGames(ownSite.url);
  const server = ownSite.pid;
  const flood = async () => {
    const statusFor = async (n: number) =>
      (await openPage(ownSite, PAGE, { 'x-forwarded-for': `198.51.100.${n}` })).status;
    const statuses = await Promise.all(Array.from({ length: FLOOD }, (_, n) => statusFor(n)));
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  };
  await expect.poll(() => statusOfPage(ownSite)).toBe(200);

  for (let round = 0; round < ROUNDS; round += 1) {
    const before = pageProcessOf(ownSite);
    if (before === undefined) throw new Error('no process of the pages');
    const flooding = round % 3 === 2 ? flood() : undefined;
    process.kill(before, round % 2 === 0 ? 'SIGKILL' : 'SIGSTOP');
    const played = games.played();
    await expect.poll(() => statusOfApi(ownSite)).toBe(200);
    await expect.poll(games.played).toBeGreaterThan(played + 10);
    await flooding;
    await expect.poll(() => statusOfPage(ownSite), { timeout: 60_000 }).toBe(200);
    expect(pageProcessOf(ownSite)).not.toBe(before);
  }

  await games.stop();
  expect(ownSite.pid).toBe(server);
});

test('games and the API continue while pages request data of ever new visitors without a pause', async ({
  ownSite,
}) => {
  test.setTimeout(120_000);
  const pages = pageData(ownSite.url, SECRET);
  const statuses = new Set<number>();
  let visitors = 0;
  let isFlooding = true;
  const flood = async () => {
    while (isFlooding) {
      visitors += 1;
      const address = `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
      statuses.add((await pages.get(address, '/api/lobby')).status);
    }
  };
  const games = await startGames(ownSite.url);
  const flooding = Promise.all(Array.from({ length: LOOPS }, flood));
  for (let i = 0; i < 5; i += 1) {
    const played = games.played();
    await expect.poll(games.played).toBeGreaterThan(played + 20);
    await expect.poll(() => statusOfApi(ownSite)).toBe(200);
  }
  isFlooding = false;
  await flooding;
  expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  expect(statuses).toContain(200);
  await games.stop();
});

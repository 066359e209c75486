import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from './fixtures/test.ts';

/** A page of another site with a link. @returns its address, and how to close it */
async function otherSite(link: string) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<title>Elsewhere</title><a href="${link}">a game</a>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() };
}

test('a visitor with an active service worker who follows a link of another site stays the same player', async ({
  site,
  visit,
}) => {
  const page = await visit('/', { serviceWorkers: 'allow' });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const nameOfPlayer = async () => (await (await page.request.get(`${site.url}/api/me`)).json()).player.name;
  const name = await nameOfPlayer();
  const elsewhere = await otherSite(`${site.url}/leaderboard`);
  try {
    await page.goto(elsewhere.url);
    const requested = page.waitForRequest(`${site.url}/leaderboard`);
    await page.getByRole('link', { name: 'a game' }).click();
    await requested;
    await expect(page.getByText(name, { exact: true }).first()).toBeAttached();
    const fetched = () =>
      page.evaluate(() => {
        const [entry] = performance.getEntriesByType('navigation');
        return entry instanceof PerformanceNavigationTiming && [entry.workerStart > 0, entry.responseStatus];
      });
    await expect.poll(fetched).toEqual([true, 200]);
    await expect.poll(nameOfPlayer).toBe(name);
  } finally {
    elsewhere.close();
  }
});

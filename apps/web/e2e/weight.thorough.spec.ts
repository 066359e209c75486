import type { Browser, Page } from '@playwright/test';
import { VISITOR } from './browser.ts';
import { type Answered, startCountingProxy } from './counting-proxy.ts';
import { expect, test } from './fixtures/test.ts';
import { readyForOffline } from './offline.ts';
import { recordTraffic, type Traffic } from './traffic.ts';

/**
 * Limits for first visits, in transferred kB and requests. They are slightly above the current values, so that growth
 * is noticed. tools/loads.ts measures times, which depend on the machine.
 */
const MOST = {
  '/': { scriptKb: 140, scripts: 14, pageKb: 40 },
  'a game': { scriptKb: 162, scripts: 13, pageKb: 40 },
} as const;

// Live games of other tests would enlarge the lobby, so this file gets its own server.
test.use({ siteOptions: { exhibition: false } });

/**
 * Limits for the files that a first visit preloads before the browser is idle, and for all files except the page, which
 * shows the live game of another test.
 */
const MOST_BEFORE_IDLE = { kb: 180, requests: 42 };
const MOST_WHEN_IDLE_KB = 710;

/** The maximum difference between languages, because texts have different lengths. */
const LANGUAGES_DIFFER_KB = 2;

/** Waits until the page is connected and the network is idle. */
async function firstVisit(page: Page, address: string, language: string): Promise<Traffic> {
  const seen = await recordTraffic(page);
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.locator('html')).toHaveAttribute('data-connected', 'true');
  return seen();
}

for (const name of ['/', 'a game'] as const)
  test(`a first visit to ${name} stays within its limits in each language`, async ({
    site,
    newVisitor,
    createHostedGame,
  }) => {
    const address = name === '/' ? site.url : (await createHostedGame(['south', 'north'], { time: null })).url;
    const english = await firstVisit(await newVisitor({ locale: 'en' }), address, 'en');
    const german = await firstVisit(await newVisitor({ locale: 'de' }), address, 'de');
    for (const { scripts, scriptBytes, pageBytes } of [english, german]) {
      expect(scripts).toBeGreaterThan(2);
      expect(scripts).toBeLessThanOrEqual(MOST[name].scripts);
      expect(scriptBytes / 1000).toBeLessThan(MOST[name].scriptKb);
      expect(pageBytes / 1000).toBeLessThan(MOST[name].pageKb);
    }
    expect(Math.abs(german.scriptBytes - english.scriptBytes) / 1000).toBeLessThan(LANGUAGES_DIFFER_KB);
  });

/** Waits until the service worker of a first visit is active. `idle`: whether the browser ever becomes idle. */
async function visitWithServiceWorker(browser: Browser, url: string, idle: boolean): Promise<Page> {
  const context = await browser.newContext({ ...VISITOR, serviceWorkers: 'allow' });
  const page = await context.newPage();
  if (!idle) await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

const total = (answers: readonly Answered[]) => ({
  requests: answers.length,
  kb: answers.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
});

test('a first visit preloads little before the browser is idle, and then everything except the 3D board', async ({
  site,
  browser,
}) => {
  const proxy = await startCountingProxy(site.url);
  const alone = await browser.newContext(VISITOR);
  await (await alone.newPage()).goto(proxy.url, { waitUntil: 'networkidle' });
  await alone.close(); // so that its late requests are not counted below
  const page = total(proxy.answered());

  await visitWithServiceWorker(browser, proxy.url, false);
  const early = total(proxy.answered().slice(page.requests));
  expect(early.kb - page.kb).toBeLessThan(MOST_BEFORE_IDLE.kb);
  expect(early.requests - page.requests).toBeLessThanOrEqual(MOST_BEFORE_IDLE.requests);

  const before = proxy.answered().length;
  await readyForOffline(await visitWithServiceWorker(browser, proxy.url, true));
  const all = proxy
    .answered()
    .slice(before)
    .filter(({ path }) => path !== '/');
  expect(total(all).kb).toBeLessThan(MOST_WHEN_IDLE_KB);
  // The 3D board is the only script of this size.
  expect(all.filter(({ path, bytes }) => path.endsWith('.js') && bytes > 100_000)).toEqual([]);
  await proxy.close();
});

test('with data saver on, the service worker downloads nothing that the page does not load', async ({
  site,
  browser,
}) => {
  const dataSaver = 'Object.defineProperty(self.navigator, "connection", { value: { saveData: true } });\n';
  const proxy = await startCountingProxy(site.url, dataSaver);
  const page = await visitWithServiceWorker(browser, proxy.url, false);
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('idle'));
  await page.reload({ waitUntil: 'networkidle' });
  // The page's own files are cached anyway, which shows that the worker has processed its requests.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('terrace files')).keys()).length))
    .toBeGreaterThan(0);
  expect(proxy.answered().map(({ path }) => path)).not.toContain('/local');
  await proxy.close();
});

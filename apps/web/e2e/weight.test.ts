import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { type Answered, startCountingProxy } from './counting-proxy.ts';
import { readyForOffline } from './offline.ts';
import { openGame } from './scenes/scene-context.ts';
import { connectSocket } from './socket-client.ts';
import { useTestSite } from './test-site.ts';
import { traffic } from './traffic.ts';

const env = useTestSite();

/**
 * What first visits may load, in kB as it travels and in requests: a little more than they do, so that more is noticed.
 * Times depend on the machine, and are measured by tools/loads.ts.
 */
const MOST = {
  '/': { scriptKb: 139, scripts: 14, pageKb: 40 },
  'a game': { scriptKb: 160, scripts: 13, pageKb: 40 },
} as const;

/** What a first visit may load for later before the browser is idle, beyond the page itself; and in all, the page with it. */
const MOST_BEFORE_IDLE = { kb: 180, requests: 42 };
const MOST_WHEN_IDLE_KB = 740;

/** How much more one language may cost than another: some say the same in longer words. */
const LANGUAGES_DIFFER_KB = 2;

/** A live game of two, as the path of its page. */
async function liveGame(): Promise<string> {
  const [host, guest] = await Promise.all(
    [env.browser.newContext(), env.browser.newContext()].map(async (context) =>
      connectSocket(await context, env.site.url),
    ),
  );
  if (host === undefined || guest === undefined) throw new Error('nobody came');
  return `/game/${await openGame(host, guest, { time: null })}`;
}

/** What a first visit loads. */
async function visit(path: string, language: string) {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults, { locale: language });
  const seen = await traffic(page);
  await page.goto(`${env.site.url}${path}`, { waitUntil: 'networkidle' });
  await alive(page);
  expect(faults).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  return { ...seen(), moved: await moved(page) };
}

/** What moved while the page loaded, as Chromium counts it. */
const moved = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().length));
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(observer.takeRecords().length), 100); // without any it is not called
      }),
  );

test.each(['/', 'a game'] as const)(
  'a first visit to %s loads no more than it may, and nothing moves, in any language',
  async (name) => {
    const path = name === '/' ? name : await liveGame();
    const [english, german] = [await visit(path, 'en'), await visit(path, 'de')];
    for (const { scripts, scriptBytes, pageBytes, moved } of [english, german]) {
      expect(scriptBytes / 1000).toBeLessThan(MOST[name].scriptKb);
      expect(scripts).toBeLessThanOrEqual(MOST[name].scripts);
      expect(moved).toBe(0);
      expect(pageBytes / 1000).toBeLessThan(MOST[name].pageKb);
    }
    expect(Math.abs(german.scriptBytes - english.scriptBytes) / 1000).toBeLessThan(LANGUAGES_DIFFER_KB);
  },
);

/** Visits the lobby for the first time, until its service worker is there. `idle`: whether the browser ever says that it is idle. */
async function visitWithServiceWorker({ url }: { readonly url: string }, idle: boolean): Promise<Page> {
  const context = await env.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
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

test('a first visit downloads little for later before the browser is idle, then the rest without the 3D board', async () => {
  const proxy = await startCountingProxy(env.site.url);
  const alone = await env.browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
  await (await alone.newPage()).goto(proxy.url, { waitUntil: 'networkidle' });
  const itself = total(proxy.answered());

  await visitWithServiceWorker(proxy, false);
  const early = total(proxy.answered().slice(itself.requests));
  expect(early.kb - itself.kb).toBeLessThan(MOST_BEFORE_IDLE.kb);
  expect(early.requests - itself.requests).toBeLessThanOrEqual(MOST_BEFORE_IDLE.requests);

  const before = proxy.answered().length;
  await readyForOffline(await visitWithServiceWorker(proxy, true));
  const all = proxy.answered().slice(before);
  expect(total(all).kb).toBeLessThan(MOST_WHEN_IDLE_KB);
  // The 3D board is the only script of this size.
  expect(all.filter(({ path, bytes }) => path.endsWith('.js') && bytes > 100_000)).toEqual([]);
  await proxy.close();
}, 120_000);

test('with data saver on, the service worker downloads nothing that the page does not load', async () => {
  const dataSaver = 'Object.defineProperty(self.navigator, "connection", { value: { saveData: true } });\n';
  const proxy = await startCountingProxy(env.site.url, dataSaver);
  const page = await visitWithServiceWorker(proxy, false);
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage('idle'));
  await page.reload({ waitUntil: 'networkidle' });
  expect(proxy.answered().map(({ path }) => path)).not.toContain('/local');
  // What the page loads is cached all the same.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('terrace files')).keys()).length))
    .toBeGreaterThan(0);
  await proxy.close();
});

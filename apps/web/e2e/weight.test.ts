import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
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
  '/': { scriptKb: 135, scripts: 14, pageKb: 40 },
  'a game': { scriptKb: 155, scripts: 13, pageKb: 40 },
} as const;

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

import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { startCluster } from '../../../tools/cluster/cluster.ts';
import { freshDatabase } from '../../../tools/testing/database.ts';
import { launchBrowser } from './browser.ts';
import { clickMove, reaches } from './game-page.ts';
import { gather } from './players.ts';
import { scriptedGame } from './script.ts';

/** Created, twice seated, started. */
const BEGUN = 4;

declare global {
  interface Window {
    /** What a player would have noticed, in words. */
    noticed: string[];
  }
}

test('two play on while one server after the other is restarted, and neither page shows anything of it', async () => {
  const database = await freshDatabase();
  const [cluster, browser] = await Promise.all([
    startCluster({ database: { url: database.url }, pages: true }),
    launchBrowser(),
  ]);
  const faults: string[] = [];
  const players = await gather(browser, cluster.url, ['south', 'north'], { setup: 'long', time: null }, faults);
  players.close(); // the wires beside the pages, which would wait for the servers to hang up
  const { south, north } = players.pages;
  await Promise.all([south, north].map((page) => reaches(page, BEGUN)));
  await Promise.all([south, north].map(watch));

  const { moves } = scriptedGame('long', 60, 200);
  let isOver = false;
  const restarted = cluster.restart().then(() => {
    isOver = true;
  });
  let played = 0;
  for (const [i, move] of moves.entries()) {
    if (isOver) break;
    await clickMove(i % 2 === 0 ? south : north, move);
    await Promise.all([south, north].map((page) => page.waitForSelector(`[data-position$=" ${i + 2}"]`)));
    played += 1;
  }
  await restarted;
  expect(played).toBeGreaterThan(4);
  for (const page of [south, north]) expect(await page.evaluate(() => window.noticed)).toEqual([]);
  expect(faults).toEqual([]);
  await browser.close();
  await cluster.close();
  await database.drop();
});

/** Notes from now on when the page is without a connection, says something is wrong, or moves by itself. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.noticed = [];
    const root = document.documentElement;
    new MutationObserver(() => {
      if (root.dataset.connected !== 'true') window.noticed.push('no connection');
    }).observe(root, { attributes: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('hadRecentInput' in entry && entry.hadRecentInput === false) window.noticed.push('the layout shifted');
      }
    }).observe({ type: 'layout-shift' });
  });

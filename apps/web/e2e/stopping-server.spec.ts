import type { Page } from '@playwright/test';
import { startCluster } from '../../../tools/cluster/cluster.ts';
import { freshDatabase } from '../../../tools/testing/run-servers.ts';
import { expectPly } from './board-state.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove } from './game-page.ts';
import { createGame } from './players.ts';
import { scriptedGame } from './script.ts';

test('two players continue unnoticed while one server after the other restarts', async ({ browser, pageErrors }) => {
  const database = await freshDatabase();
  const cluster = await startCluster({ database: { url: database.url }, pages: true });
  const settings = { setup: 'long', time: null } as const;
  const players = await createGame(browser, cluster.url, ['south', 'north'], settings, pageErrors.all, {}, 2);
  players.close(); // sockets without pages would delay the shutdown
  const { south, north } = players.pages;
  const noticed: string[] = [];
  for (const page of [south, north]) {
    await expectPly(page, 1);
    await watch(page, noticed);
  }

  let isOver = false;
  const restarted = cluster.restart().then(() => {
    isOver = true;
  });
  const { moves } = scriptedGame('long', 60, 200);
  let played = 0;
  for (const [i, move] of moves.entries()) {
    if (isOver) break;
    await clickMove(i % 2 === 0 ? south : north, move);
    await Promise.all([south, north].map((page) => expectPly(page, i + 2)));
    played += 1;
  }
  await restarted;
  expect(played).toBeGreaterThan(4);
  expect(noticed).toEqual([]);
  await Promise.all([south, north].map((page) => page.context().close()));
  await cluster.close();
  await database.drop();
});

/** From now on adds to `noticed` when the page loses its connection or navigates on its own. */
async function watch(page: Page, noticed: string[]): Promise<void> {
  await page.exposeFunction('notice', (what: string) => void noticed.push(what));
  await page.evaluate(() => {
    const notice = (what: string) => void Reflect.get(globalThis, 'notice')(what);
    const root = document.documentElement;
    new MutationObserver(() => {
      if (root.dataset.connected !== 'true') notice('no connection');
    }).observe(root, { attributes: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('hadRecentInput' in entry && entry.hadRecentInput === false) notice('the layout shifted');
      }
    }).observe({ type: 'layout-shift' });
  });
}

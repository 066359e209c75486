import type { Page } from '@playwright/test';
import { startCluster } from '../../../tools/cluster/cluster.ts';
import { freshDatabase } from '../../../tools/testing/run-servers.ts';
import { expectPly } from './board-state.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove } from './game-page.ts';
import { watchLayoutShifts } from './layout-shifts.ts';
import { createGame } from './players.ts';
import { quietGame } from './script.ts';

test('two players continue unnoticed while one server after the other restarts', async ({ browser, pageErrors }) => {
  const database = await freshDatabase();
  const cluster = await startCluster({
    database: { url: database.url },
    pages: true,
    env: () => ({ PARTS: 'play,pages' }), // a third process would make each start longer, and is not used here
  });
  const settings = { setup: 'long', time: null } as const;
  const players = await createGame(browser, cluster.url, ['south', 'north'], settings, pageErrors.all, {}, 2);
  players.close(); // sockets without pages would delay the shutdown
  const { south, north } = players.pages;
  const noticed: string[] = [];
  const expectNoShift: (() => Promise<void>)[] = [];
  for (const page of [south, north]) {
    await expectPly(page, 1);
    await watch(page, noticed);
    expectNoShift.push(await watchLayoutShifts(page));
  }

  const moves = quietGame(300);
  let played = 0;
  async function playDuring(work: Promise<void>, most = Number.POSITIVE_INFINITY): Promise<void> {
    let isOver = false;
    const ended = work.then(() => {
      isOver = true;
    });
    for (let n = 0; n < most && !isOver; n += 1) {
      const move = moves[played];
      if (move === undefined) throw new Error('the game is over');
      await clickMove(played % 2 === 0 ? south : north, move);
      played += 1;
      await Promise.all([south, north].map((page) => expectPly(page, played + 1)));
    }
    await ended;
  }
  for (const node of cluster.nodes) {
    await playDuring(node.stop());
    await playDuring(node.start(), 2); // more moves would only take processor time from the start
  }
  expect(played).toBeGreaterThan(4);
  expect(noticed).toEqual([]);
  for (const expectNone of expectNoShift) await expectNone();
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
  });
}

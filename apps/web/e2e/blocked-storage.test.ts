import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { clickMove, reaches } from './game-page.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

/** As in a browser that blocks a site's data: reading `localStorage` throws. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('storage is blocked', 'SecurityError');
        },
      });
  });

/** As when the quota is used up: texts can be read, and none can be written. */
const fillStorage = (page: Page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });

test.each([
  ['blocked', blockStorage],
  ['full', fillStorage],
] as const)('a move reaches the opponent when storage is %s', async (_, spoil) => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'], {}, faults);
  const { south, north } = party.pages;
  await spoil(south);
  await south.reload();
  await alive(south);
  await clickMove(south, { from: 'd2', to: 'd3' });
  await reaches(north, 5);
  await south.reload();
  await south.locator('[data-ply="1"]').waitFor();
  party.close();
  expect(faults).toEqual([]);
});

test('no page needs storage, and a local game lasts until its tab is closed', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await blockStorage(page);
  for (const path of ['/', '/learn', '/editor', '/settings', '/analysis']) {
    await page.goto(`${env.site.url}${path}`);
    await alive(page);
  }
  await page.goto(`${env.site.url}/local`);
  await alive(page);
  await page.getByRole('button', { name: 'Start' }).click();
  await clickMove(page, { from: 'd2', to: 'd3' });
  await page.locator('[data-ply="1"]').waitFor();
  await page.getByRole('link', { name: 'Learn', exact: true }).first().click();
  await page.waitForURL(/\/learn/);
  await page.goBack();
  await page.locator('[data-ply="1"]').waitFor();
  expect(faults).toEqual([]);
});

import type { Page } from '@playwright/test';
import { goTo, waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, fetchEvents } from './game-page.ts';

/** Simulates a browser that blocks site data: reading `localStorage` throws. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('storage is blocked', 'SecurityError');
        },
      });
  });

/** Simulates an exhausted quota: stored values can be read but not written. */
const fillStorage = (page: Page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });

for (const [condition, spoil] of [
  ['blocked', blockStorage],
  ['full', fillStorage],
] as const)
  test(`a move reaches the server when storage is ${condition}`, async ({ createHostedGame }) => {
    const { page } = await createHostedGame(['south', 'north']);
    await spoil(page);
    await page.reload();
    await waitUntilReady(page);
    await clickMove(page, { from: 'd2', to: 'd3' });
    await expect
      .poll(async () => (await fetchEvents(page)).at(-1)?.event)
      .toMatchObject({ type: 'moved', from: 'd2', to: 'd3' });
    await page.reload();
    await expect(page.locator('[data-ply="1"]')).toBeVisible();
  });

test('every page works without storage, and a local game lasts until its tab is closed', async ({
  site,
  newVisitor,
}) => {
  const page = await newVisitor();
  await blockStorage(page);
  for (const path of ['/', '/learn', '/editor', '/settings', '/analysis', '/local']) {
    await goTo(page, `${site.url}${path}`);
  }
  await page.getByRole('button', { name: 'Start' }).click();
  await clickMove(page, { from: 'd2', to: 'd3' });
  await expect(page.locator('[data-ply="1"]')).toBeVisible();
  await page.getByRole('link', { name: 'Learn', exact: true }).first().click();
  await expect(page).toHaveURL(/\/learn/);
  await page.goBack();
  await expect(page.locator('[data-ply="1"]')).toBeVisible();
});

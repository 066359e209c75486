import { messages } from '@terrace/messages';
import { firstMessages } from '@terrace/messages/first';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite({ exhibition: true });

test('where no people play, two computers do, and are called so', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(env.site.url);
  await alive(page);
  await page.locator('[data-live]', { hasText: 'computers only' }).waitFor();
  await page.getByRole('button', { name: firstMessages().puzzle.skip }).click(); // whoever is new has a puzzle there
  const featured = page.getByRole('figure');
  await featured.locator('a[data-featured]').waitFor();
  await featured.getByText('computers only').waitFor();
  await page.getByRole('heading', { name: messages.online.count({ count: 1 }) }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 }); // where all players, two or four, stand beside it
  await featured
    .getByRole('region')
    .getByText(/Computer \d/)
    .first()
    .waitFor();
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await page.locator('[data-live]').count()).toBe(0); // it is in the middle already
  const board = page.locator('a[data-featured]');
  const before = await board.getAttribute('data-position');
  await page.locator(`a[data-featured]:not([data-position="${before}"])`).waitFor(); // it goes on while one looks
  await featured.locator('figcaption a').click();
  await page.waitForURL(/\/game\/\w+/);
  await page.locator('[data-plate="south"]', { hasText: /Computer \d/ }).waitFor();
  expect(faults).toEqual([]);
});

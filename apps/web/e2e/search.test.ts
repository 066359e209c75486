import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { nameOf } from './chat.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

async function come(faults: string[], path = '/', width = 1280): Promise<Page> {
  const page = await visitor(env.browser, faults);
  await page.setViewportSize({ width, height: width < 700 ? 740 : 800 });
  await page.goto(env.site.url + path);
  await alive(page);
  return page;
}

const searching = (page: Page) => page.getByRole('region', { name: 'Search for an opponent' });
const play = (page: Page) => page.getByRole('button', { name: /^Play a person/ }).click();
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true });
/** To another page, without loading it anew. */
const goTo = async (page: Page, name: string) => {
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
};

test('who waits is a row for everybody, and one press on it begins the game for both, wherever the other has gone', async () => {
  const faults: string[] = [];
  const [anna, ben, cleo] = [await come(faults), await come(faults, '/', 360), await come(faults)];
  const name = await nameOf(anna, env.site.url);
  await choose(anna, '3 + 2');
  await play(anna);
  await searching(anna).waitFor();
  const row = ben.locator('[data-seek]', { hasText: name });
  await row.getByText('3 + 2 · Two · Long').waitFor();
  await cleo.locator('[data-seek]', { hasText: name }).waitFor();
  await anna.locator('[data-seek]').getByText('Your search').waitFor();
  expect(await anna.locator('[data-seek]').getByRole('button').count()).toBe(0);
  expect(await violations(ben)).toEqual([]);
  expect(await violations(anna)).toEqual([]);

  await goTo(anna, 'Learn');
  await anna.waitForURL('**/learn');
  await searching(anna).getByText('Search for an opponent: 3 + 2 · Two · Long').waitFor();
  expect(await violations(anna)).toEqual([]);
  await row.getByRole('button', { name: /^Join / }).click();
  await Promise.all([anna, ben].map((page) => page.waitForURL(/\/game\/\w+/)));
  expect(anna.url()).toBe(ben.url());
  await searching(anna).waitFor({ state: 'detached' });
  await cleo.locator('[data-seek]', { hasText: name }).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('a search goes on after a reload and in another tab, fits a phone, and is ended from any page', async () => {
  const faults: string[] = [];
  const anna = await come(faults, '/', 360);
  await play(anna);
  await searching(anna).waitFor();
  await goTo(anna, 'Archive');
  await anna.waitForURL('**/archive');
  await anna.reload();
  await alive(anna);
  await searching(anna).waitFor();
  const tab = await anna.context().newPage();
  await tab.goto(`${env.site.url}/leaderboard`);
  await searching(tab).waitFor();
  expect(await anna.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  const end = searching(anna).getByRole('button', { name: 'End the search' });
  const [box, menu] = await Promise.all([end.boundingBox(), anna.getByRole('button', { name: 'Menu' }).boundingBox()]);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(menu?.x ?? 0);
  expect(await violations(anna)).toEqual([]);
  await end.click();
  await searching(anna).waitFor({ state: 'detached' });
  await searching(tab).waitFor({ state: 'detached' });
  await tab.getByText('You ended the search in another tab.').waitFor();
  expect(faults).toEqual([]);
});

test('alone, one invites a friend to this very game by a link, and the search goes on until the friend has come', async () => {
  const faults: string[] = [];
  const [anna, ben] = [await come(faults), await come(faults, '/learn')];
  await choose(anna, '5 + 3');
  await play(anna);
  await choose(anna, 'Any clock');
  await anna.locator('[data-seek]').getByText('5 + 3 · Two · Long · or others').waitFor();
  await anna.getByRole('button', { name: 'Invite a friend by link' }).click();
  await anna.waitForURL(/\/game\/\w+/);
  await searching(anna).waitFor();
  await ben.goto(anna.url());
  await alive(ben);
  await ben
    .getByRole('button', { name: /^Join as/ })
    .first()
    .click();
  await searching(anna).waitFor({ state: 'detached' });
  expect(await anna.getByRole('region', { name: 'The search is over' }).count()).toBe(0); // the game says so itself
  expect(faults).toEqual([]);
});

test('a challenge from a profile has the name in its form, and whoever made it is told wherever they are that it was declined', async () => {
  const faults: string[] = [];
  const [host, reader] = [await come(faults), await come(faults, '/leaderboard')];
  const name = await nameOf(reader, env.site.url);
  await host.goto(`${env.site.url}/?challenge=${encodeURIComponent(name)}`);
  await alive(host);
  const panel = host.getByRole('region', { name: 'Open your own table' });
  const field = panel.getByRole('textbox', { name: 'Another seat, 1' });
  expect(await field.inputValue()).toBe(name);
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await panel.getByRole('button', { name: 'Open table' }).click();
  await host.waitForURL(/\/game\/\w+/);
  const table = host.url();
  await goTo(host, 'Watch');
  await host.waitForURL('**/watch');
  await reader.getByRole('region', { name: 'Invitation' }).getByRole('button', { name: 'Decline' }).click();
  const answer = host.getByRole('region', { name: 'Answer to your challenge' });
  await answer.getByText(`${name} declined.`).waitFor();
  expect(await violations(host)).toEqual([]);
  await answer.getByRole('link', { name: 'Go to table' }).click();
  await host.waitForURL(table);
  await host.getByText(`${name} declined`).waitFor();
  expect(faults).toEqual([]);
});

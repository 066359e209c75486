import type { ConsoleMessage, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { type Member, member } from './member.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();
const faults: string[] = [];
const titles = new Map<string, string>();
let guest: Page;
let ann: Member;
beforeAll(async () => {
  guest = await visitor(env.browser, faults);
  ann = await member(env.browser, env.site.url, 'Ann', faults);
  for (const page of [guest, ann.page]) {
    page.on('console', (message) => {
      if (message.type() === 'error' && !isOwnRefusal(page, message)) faults.push(`${page.url()}: ${message.text()}`);
    });
  }
});
afterAll(() => {
  ann.socket.close();
  expect(new Set(titles.values()).size, [...titles.values()].join('\n')).toBe(titles.size);
});

/** Browsers log it as an error when the page itself is answered with 403 or 404. */
const isOwnRefusal = (page: Page, message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource') && message.location().url === page.url();

const ADDRESSES = {
  '/': 200,
  '/watch': 200,
  '/analysis': 200,
  '/editor': 200,
  '/local': 200,
  '/learn': 200,
  '/learn/rules': 200,
  '/archive': 200,
  '/leaderboard': 200,
  '/players/Ann': 200,
  '/login': 200,
  '/settings': 200,
  '/settings/account': 200,
  '/api': 200,
  '/offline': 200,
  '/moderation': 403,
  '/nowhere': 404,
  '/players/%E0%A4%A': 404, // what is no encoding is read as it is written
};

test("the API's description is found from the settings, and on a phone from every page", async () => {
  await guest.goto(`${env.site.url}/settings`);
  await alive(guest);
  await guest.getByRole('link', { name: 'API' }).click();
  await guest.waitForURL('**/api');
  const phone = await visitor(env.browser, faults);
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto(env.site.url);
  await alive(phone);
  expect(await phone.getByRole('link', { name: 'Moderation' }).count()).toBe(0);
  await phone.getByRole('button', { name: 'Menu' }).click();
  await phone.getByRole('link', { name: 'API' }).click();
  await phone.waitForURL('**/api');
  await phone.close();
});

test.each(Object.entries(ADDRESSES))('%s has a title and a heading of its own, and no flaw', async (path, status) => {
  const page = path === '/settings/account' ? ann.page : guest;
  const answer = await page.goto(env.site.url + path);
  expect(answer?.status()).toBe(status);
  await alive(page);
  titles.set(path, await page.title());
  expect(await page.locator('h1').count()).toBe(1);
  expect(await page.locator('main').count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

const { update } = messages.site;
const notice = (page: Page) => page.getByRole('status').filter({ hasText: update.available });

/** From now on the server has the pages of another build. The tab is shown again, as after another one. */
async function deploy(page: Page): Promise<void> {
  await page.route('**/_app/version.json', (route) => route.fulfill({ json: { version: 'another' } }));
  const asked = page.waitForResponse('**/_app/version.json');
  await page.evaluate(() => void dispatchEvent(new Event('focus')));
  await asked;
}

const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { sameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => Reflect.has(globalThis, 'sameDocument'));

test('an open page offers to reload once the server has a new version, and the next page is loaded as a whole', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/watch`);
  await alive(page);
  await mark(page);
  await page.evaluate(() => void dispatchEvent(new Event('focus')));
  await page.getByRole('link', { name: messages.site.pages.archive }).first().click();
  await page.waitForURL('**/archive');
  expect(await isSameDocument(page)).toBe(true);
  expect(await notice(page).count()).toBe(0);

  await deploy(page);
  await notice(page).waitFor();
  expect(await violations(page)).toEqual([]);
  await notice(page).getByRole('button', { name: update.later }).click();
  await notice(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: messages.site.pages.watch }).first().click();
  await page.waitForURL('**/watch');
  await alive(page);
  expect(await isSameDocument(page)).toBe(false);
  expect(faults).toEqual([]);
});

test('a game is not interrupted by the notice of a new version', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/local`);
  await alive(page);
  await deploy(page);
  await mark(page);
  expect(await notice(page).count()).toBe(0);
  await page.getByRole('link', { name: messages.site.pages.archive }).first().click();
  await page.waitForURL('**/archive');
  await alive(page);
  expect(await isSameDocument(page)).toBe(false);
  expect(faults).toEqual([]);
});

import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';

const { update, pages } = messages.site;
const VERSION = '**/_app/version.json';
const notice = (page: Page) => page.getByRole('status').filter({ hasText: update.available });

/** Simulates switching back to the tab, which makes the page check the server's version. */
async function focus(page: Page): Promise<void> {
  const asked = page.waitForResponse(VERSION);
  await page.evaluate(() => void dispatchEvent(new Event('focus')));
  await asked;
}

/** From now on the server has the version of another build. */
const deploy = (page: Page) => page.route(VERSION, (route) => route.fulfill({ json: { version: 'another' } }));

const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { sameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => Reflect.has(globalThis, 'sameDocument'));

async function follow(page: Page, name: string, path: RegExp): Promise<void> {
  await page.getByRole('link', { name }).first().click();
  await expect(page).toHaveURL(path);
  await waitUntilReady(page);
}

test('an open page offers to reload once the server has a new version, and the next page is a new document', async ({
  visit,
}) => {
  const page = await visit('/watch');
  await mark(page);
  await focus(page);
  await follow(page, pages.archive, /\/archive$/);
  await expect.poll(() => isSameDocument(page)).toBe(true);
  await expect(notice(page)).toHaveCount(0);

  await deploy(page);
  await focus(page);
  await notice(page).getByRole('button', { name: messages.common.later }).click();
  await expect(notice(page)).toHaveCount(0);
  await follow(page, pages.watch, /\/watch$/);
  await expect.poll(() => isSameDocument(page)).toBe(false);
});

test('the notice of a new version does not interrupt a game', async ({ visit }) => {
  const page = await visit('/local');
  await deploy(page);
  await focus(page);
  await mark(page);
  await expect(notice(page)).toHaveCount(0);
  await follow(page, pages.archive, /\/archive$/);
  // The next page is a new document only after this page has detected the new version.
  await expect.poll(() => isSameDocument(page)).toBe(false);
});

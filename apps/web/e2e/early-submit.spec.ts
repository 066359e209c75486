import type { Page, Route } from '@playwright/test';
import { messages } from '@terrace/messages';
import { accountMessages } from '@terrace/messages/account';
import { expect, test } from './fixtures/test.ts';
import { PASSWORD } from './member.ts';

const text = accountMessages().page;

/** Opens the sign-in page without its scripts. The returned function lets them through. */
async function openWithoutScripts(page: Page, site: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHolding = true;
  await page.route('**/_app/**/*.js', async (route) => {
    if (isHolding) held.push(route);
    else await route.continue();
  });
  await page.goto(`${site}/login`, { waitUntil: 'commit' });
  return async () => {
    isHolding = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

test('a sign-in before the page is hydrated, by Enter as a password manager does, is sent once it is', async ({
  site,
  newVisitor,
  newMember,
}) => {
  const { name } = await newMember('Early');
  const page = await newVisitor();
  const release = await openWithoutScripts(page, site.url);
  await page.getByLabel(text.login, { exact: true }).fill(name);
  await page.getByLabel(text.password, { exact: true }).fill(PASSWORD);
  await page.getByLabel(text.password, { exact: true }).press('Enter');
  await expect(page).toHaveURL(`${site.url}/login`);
  await release();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
});

test('a press on "Sign in" before the page is hydrated is repeated, and its refusal is a sentence on the page', async ({
  site,
  newVisitor,
  pageErrors,
}) => {
  pageErrors.allow(/status of 40\d .*\/sign-in$/);
  const page = await newVisitor();
  const release = await openWithoutScripts(page, site.url);
  await page.getByLabel(text.login, { exact: true }).fill('nobody-here');
  await page.getByLabel(text.password, { exact: true }).fill('not the password');
  await page.getByRole('button', { name: messages.common.signIn, exact: true }).click();
  await release();
  await expect(page.getByRole('alert')).toHaveText(/\S/);
  await expect(page).toHaveURL(`${site.url}/login`);
});

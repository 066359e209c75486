import type { Page, Route } from '@playwright/test';
import { messages } from '@terrace/messages';
import { accountMessages } from '@terrace/messages/account';
import { waitUntilReady } from './browser.ts';
import type { PageErrors } from './fixtures/page-errors.ts';
import { expect, test } from './fixtures/test.ts';

const text = messages.site.missingScripts;
const { pages } = messages.site;

/** All scripts, or those of a route only. */
const SCRIPTS = /\/_app\/immutable\/.*\.js$/;
const OF_ROUTES = /\/_app\/immutable\/nodes\/.*\.js$/;

const notice = (page: Page) => page.getByRole('alert').getByText(text.sentence);
const missing = (route: Route) => route.fulfill({ status: 404, body: 'Not found' });

/**
 * While `isMissing` is true, the page's scripts are answered with 404, as by a server that has another version of them.
 * @returns the addresses of the documents that the page has requested
 */
async function withoutScripts(page: Page, pageErrors: PageErrors, isMissing: () => boolean, scripts = SCRIPTS) {
  pageErrors.allow(
    /status of 404 .*\/_app\/immutable\//,
    /\/_app\/immutable\/.* was blocked because of a disallowed MIME type/, // in Firefox
    /dynamically imported module/,
  );
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  await page.route(scripts, (route) => (isMissing() ? missing(route) : route.continue()));
  return documents;
}

for (const [which, path, scripts] of [
  ['whose scripts are missing', '/watch', SCRIPTS],
  ['that was prerendered and whose scripts are missing', '/learn', SCRIPTS],
  ['whose route is missing', '/watch', OF_ROUTES],
] as const)
  test(`a page ${which} reloads once, and works`, async ({ site, newVisitor, pageErrors }) => {
    const page = await newVisitor();
    const documents: string[] = await withoutScripts(page, pageErrors, () => documents.length === 1, scripts);
    await page.goto(site.url + path);
    await waitUntilReady(page);
    expect(documents).toEqual([site.url + path, site.url + path]);
    await expect(notice(page)).toBeHidden();
  });

test('a page whose scripts stay missing says so after one reload, and its button reloads', async ({
  site,
  newVisitor,
  pageErrors,
}) => {
  const page = await newVisitor();
  let isMissing = true;
  const documents = await withoutScripts(page, pageErrors, () => isMissing);
  await page.goto(`${site.url}/watch`);
  await expect(notice(page)).toBeVisible();
  expect(documents).toHaveLength(2);
  isMissing = false;
  await page.getByRole('alert').getByRole('button', { name: messages.common.reload }).click();
  await waitUntilReady(page);
  expect(documents).toHaveLength(3);
  await expect(notice(page)).toBeHidden();
});

test('a page in which something was typed, or whose server cannot be reached, does not reload without being asked', async ({
  site,
  newVisitor,
  pageErrors,
}) => {
  const page = await newVisitor();
  const released = Promise.withResolvers<void>();
  const documents = await withoutScripts(page, pageErrors, () => true);
  await page.route(SCRIPTS, async (route) => {
    await released.promise;
    await route.fallback();
  });
  await page.goto(`${site.url}/login`, { waitUntil: 'commit' });
  const login = page.getByLabel(accountMessages().page.login, { exact: true });
  await login.fill('Somebody');
  released.resolve();
  await expect(notice(page)).toBeVisible();
  await expect(login).toHaveValue('Somebody');
  expect(documents).toHaveLength(1);

  pageErrors.allow(/net::ERR_FAILED .*\/_app\/version\.json/);
  await page.route('**/_app/version.json', (route) => route.abort());
  await page.goto(`${site.url}/watch`);
  await expect(notice(page)).toBeVisible();
  expect(documents).toHaveLength(2);
});

test('a link to a page whose script is missing loads the page from the server', async ({ site, visit, pageErrors }) => {
  const page = await visit('/watch');
  const documents: string[] = await withoutScripts(page, pageErrors, () => documents.length === 0);
  await page.getByRole('link', { name: pages.archive }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: pages.archive })).toBeVisible();
  await waitUntilReady(page);
  expect(documents).toEqual([`${site.url}/archive`]);
});

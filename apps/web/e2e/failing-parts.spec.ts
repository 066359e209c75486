import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { ClientError } from '@terrace/protocol';
import { expect, test } from './fixtures/test.ts';
import { clickMove } from './game-page.ts';

const { errors } = messages.site;

/** Opens a local game. The returned function makes setting attributes that start with `name=value` throw. */
async function breakableGame(page: Page, site: string): Promise<(attribute: string | undefined) => Promise<void>> {
  await page.addInitScript(() => {
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      const broken = document.documentElement.dataset.break;
      if (broken !== undefined && `${name}=${value}`.startsWith(broken)) throw new Error(`${name} cannot be set`);
      setAttribute.call(this, name, value);
    };
  });
  await startLocalGame(page, site);
  return (attribute) =>
    page.evaluate((broken) => {
      if (broken === undefined) delete document.documentElement.dataset.break;
      else document.documentElement.dataset.break = broken;
    }, attribute);
}

async function startLocalGame(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/local`);
  await page.getByRole('button', { name: messages.common.startGame, exact: true }).click();
  await expect(page.locator('[data-position]')).toBeVisible();
}

const tryAgain = (page: Page) => page.getByRole('button', { name: messages.common.tryAgain, exact: true }).click();

/** The next error report that the server accepts. */
async function report(page: Page): Promise<ClientError> {
  const answer = await page.waitForResponse((each) => each.url().endsWith('/api/client-errors'));
  expect(answer.status()).toBe(200);
  return ClientError.parse(answer.request().postDataJSON());
}

test('a part that fails is replaced by a message, the rest of the page works, and the server receives the error', async ({
  site,
  newVisitor,
  pageErrors,
}) => {
  pageErrors.allow(/(data-position|aria-pressed|aria-labelledby) cannot be set/);
  const page = await newVisitor();
  const breakAt = await breakableGame(page, site.url);
  const failed = page.getByRole('alert');
  const moves = page.locator('[data-ply]');

  await test.step('the board', async () => {
    await breakAt('data-position=');
    const reported = report(page);
    await clickMove(page, { from: 'd2', to: 'd3' });
    const { reference, ...error } = await reported;
    expect(error).toMatchObject({ source: 'part', message: 'Error: data-position cannot be set', route: '/local' });
    await expect(failed.getByText(errors.board)).toBeVisible();
    await expect(failed.getByText(errors.reference({ reference }))).toBeVisible();
    await expect(page.getByRole('button', { name: errors.reload, exact: true })).toBeVisible();
    await expect(moves).toHaveCount(1);
    await breakAt(undefined);
    await tryAgain(page);
    await expect(page.locator('[data-position]')).toHaveAttribute('data-position', / n sn /);
    await expect(failed).toHaveCount(0);
    await clickMove(page, { from: 'd7', to: 'd6' });
    await expect(moves).toHaveCount(2);
  });

  await test.step('a panel', async () => {
    await breakAt('aria-pressed=');
    await page.keyboard.press('n');
    await expect(failed.getByText(errors.part)).toBeVisible();
    await clickMove(page, { from: 'e2', to: 'e3' });
    await expect(moves).toHaveCount(3);
    await breakAt(undefined);
    await tryAgain(page);
    await expect(failed).toHaveCount(0);
    await expect(page.locator('[data-part="facts"] [aria-pressed="true"]').first()).toBeVisible();
  });

  await test.step('a panel whose script is loaded when it opens', async () => {
    await breakAt('aria-labelledby=');
    const reported = report(page);
    await page.keyboard.press('?');
    const { reference, source } = await reported;
    expect(source).toBe('page');
    await expect(failed.getByText(errors.reference({ reference }))).toBeVisible();
    await expect(failed.getByText(errors.part)).toBeVisible();
    await clickMove(page, { from: 'e7', to: 'e6' });
    await expect(moves).toHaveCount(4);
  });
});

test('an error of an event handler is reported once, shown with its reference, and dropped without a connection', async ({
  site,
  newVisitor,
  pageErrors,
}) => {
  pageErrors.allow(/nothing can be pressed|a promise that nobody handles|while offline|net::ERR_INTERNET_DISCONNECTED/);
  const page = await newVisitor();
  await startLocalGame(page, site.url);
  const reported = report(page);
  let reports = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) reports += 1;
  });
  await page.evaluate(() => {
    addEventListener('press', () => {
      throw new Error('nothing can be pressed');
    });
    for (let n = 0; n < 3; n += 1) dispatchEvent(new Event('press'));
  });
  const { reference } = await reported;
  await expect(page.getByRole('status').getByText(errors.unexpected({ reference }))).toBeVisible();
  const rejected = report(page);
  await page.evaluate(() => void Promise.reject(new RangeError('a promise that nobody handles')));
  const ofPromise = await rejected;
  expect(ofPromise).toMatchObject({ source: 'promise', message: 'RangeError: a promise that nobody handles' });
  expect(reports).toBe(2);

  await page.context().setOffline(true);
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(message));
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/client-errors'));
  await page.evaluate(() => void Promise.reject(new Error('while offline')));
  await failed;
  await clickMove(page, { from: 'd2', to: 'd3' });
  await expect(page.locator('[data-ply]')).toHaveCount(1);
  expect(thrown).toEqual(['while offline']);
});

test('a part that fails during hydration shows the error page', async ({ site, newVisitor, pageErrors }) => {
  pageErrors.allow(/This browser cannot tell how wide it is|an error that has been reported/);
  const page = await newVisitor();
  await page.addInitScript(() => {
    const { matchMedia } = window;
    window.matchMedia = (query) => {
      if (query === '(max-width: 699px)') throw new Error('This browser cannot tell how wide it is.');
      return matchMedia.call(window, query);
    };
  });
  await page.goto(site.url);
  await expect(page.getByRole('heading', { name: 'Something went wrong on our end.' })).toBeVisible();
});

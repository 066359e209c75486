import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { localMessages } from '@terrace/messages/local';
import { ClientError } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { clickMove, movesShown, shown } from './game-page.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const { errors } = messages.site;

/** A page whose browser throws when an attribute is set that starts with `name=value`, while `break` is set. */
async function breakable(page: Page): Promise<(attribute: string | undefined) => Promise<void>> {
  await page.addInitScript(() => {
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      const broken = document.documentElement.dataset.break;
      if (broken !== undefined && `${name}=${value}`.startsWith(broken)) throw new Error(`${name} cannot be set`);
      setAttribute.call(this, name, value);
    };
  });
  return (attribute) =>
    page.evaluate((broken) => {
      if (broken === undefined) delete document.documentElement.dataset.break;
      else document.documentElement.dataset.break = broken;
    }, attribute);
}

/** A game on one screen, before its first move. */
async function localGame(faults: string[]) {
  const page = await visitor(env.browser, faults);
  const breakAt = await breakable(page);
  await page.goto(`${env.site.url}/local`);
  await alive(page);
  await button(page, localMessages().start).click();
  await page.locator('[data-position]').waitFor();
  return { page, breakAt };
}

/** The next report of an error that the server accepts. */
async function report(page: Page): Promise<ClientError> {
  const answer = await page.waitForResponse((each) => each.url().endsWith('/api/client-errors'));
  expect(answer.status()).toBe(200);
  return ClientError.parse(answer.request().postDataJSON());
}

test('a board that fails offers to try again, the rest of the page works, and the server has the error', async () => {
  const { page, breakAt } = await localGame([]);
  await breakAt('data-position=');
  const reported = report(page);
  await clickMove(page, { from: 'd2', to: 'd3' });
  const { reference, ...error } = await reported;
  expect(error).toMatchObject({ source: 'part', message: 'Error: data-position cannot be set', route: '/local' });
  const failed = page.getByRole('alert');
  await failed.getByText(errors.board).waitFor();
  await failed.getByText(errors.reference({ reference })).waitFor();
  await button(page, errors.reload).waitFor();
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => movesShown(page)).toBe(1);

  await breakAt(undefined);
  await button(page, errors.again).click();
  await expect.poll(async () => (await shown(page)).position).toMatch(/ n sn /);
  await failed.waitFor({ state: 'detached' });
  await clickMove(page, { from: 'd7', to: 'd6' });
  await expect.poll(() => movesShown(page)).toBe(2);
});

test('a panel that fails is replaced by a sentence, and the game continues', async () => {
  const { page, breakAt } = await localGame([]);
  await breakAt('aria-pressed=');
  await page.keyboard.press('n');
  await page.getByRole('alert').getByText(errors.part).waitFor();
  await clickMove(page, { from: 'd2', to: 'd3' });
  await expect.poll(() => movesShown(page)).toBe(1);
  await breakAt(undefined);
  await button(page, errors.again).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.locator('[data-part="facts"] [aria-pressed="true"]').first().waitFor();
});

test('a panel whose script is loaded when it opens is replaced by a sentence when it fails', async () => {
  const { page, breakAt } = await localGame([]);
  await breakAt('aria-labelledby=');
  const reported = report(page);
  await page.keyboard.press('?');
  const { reference, source } = await reported;
  expect(source).toBe('page');
  await page.getByRole('alert').getByText(errors.reference({ reference })).waitFor();
  await page.getByRole('alert').getByText(errors.part).waitFor();
  await clickMove(page, { from: 'd2', to: 'd3' });
  await expect.poll(() => movesShown(page)).toBe(1);
});

test('an error of an event handler is reported once, with the reference that the player sees', async () => {
  const { page } = await localGame([]);
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
  await page.getByRole('status').getByText(errors.unexpected({ reference })).waitFor();
  const rejected = report(page);
  await page.evaluate(() => void Promise.reject(new RangeError('a promise that nobody handles')));
  expect(await rejected).toMatchObject({ source: 'promise', message: 'RangeError: a promise that nobody handles' });
  expect(reports).toBe(2);
});

test('an error without a connection is dropped, and the page works', async () => {
  const { page } = await localGame([]);
  const errorsOfReports: string[] = [];
  await page.context().setOffline(true);
  page.on('pageerror', ({ message }) => errorsOfReports.push(message));
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/client-errors'));
  await page.evaluate(() => void Promise.reject(new Error('while offline')));
  await failed;
  await clickMove(page, { from: 'd2', to: 'd3' });
  await expect.poll(() => movesShown(page)).toBe(1);
  expect(errorsOfReports).toEqual(['while offline']);
});

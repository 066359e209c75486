import type { Page } from '@playwright/test';
import { goTo, waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, waitForSeq } from './game-page.ts';
import { readyForOffline } from './offline.ts';
import { connectSocket } from './socket-client.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const BY_DAYS = { time: { kind: 'days', perMoveMs: 3 * 86_400_000 } } as const;

/** The headless shell never offers an installation. */
const offerInstallation = (page: Page) =>
  page.evaluate(() => {
    const prompt = async () => void Object.assign(globalThis, { isPrompted: true });
    dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  });

const cardOf = (page: Page) => page.getByRole('region', { name: 'Install Terrace' });

test('the inbox proposes to install the app, and a dismissed proposal does not come back', async ({
  site,
  createHostedGame,
}) => {
  const { page } = await createHostedGame(['south', 'north'], BY_DAYS, PHONE);
  await goTo(page, `${site.url}/inbox`);
  await expect(cardOf(page)).toHaveCount(0);
  await offerInstallation(page);
  await cardOf(page).getByRole('button', { name: 'Install' }).click();
  await expect(cardOf(page)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, 'isPrompted'))).toBe(true);

  await goTo(page, `${site.url}/inbox`);
  await page.evaluate(() => localStorage.clear());
  await goTo(page, `${site.url}/inbox`);
  await offerInstallation(page);
  await cardOf(page).getByRole('button', { name: 'Not now' }).press('Enter');
  await expect(cardOf(page)).toHaveCount(0);
  await goTo(page, `${site.url}/inbox`);
  await offerInstallation(page);
  await expect(page.locator('[data-inbox]')).toBeVisible();
  await expect(cardOf(page)).toHaveCount(0);
});

test('the lobby proposes to install the app after a game, and not before', async ({ createGame }) => {
  const { pages } = await createGame(['south', 'north'], { time: null }, PHONE);
  await offerInstallation(pages.north);
  await pages.north.getByRole('link', { name: 'Terrace, to the lobby' }).click();
  await expect(pages.north.getByRole('button', { name: /^Play online/ })).toBeVisible();
  await expect(cardOf(pages.north)).toHaveCount(0);
  await pages.north.goBack();

  await clickMove(pages.south, { from: 'd2', to: 'd3' });
  await waitForSeq(pages.north, 5);
  await pages.north.getByRole('button', { name: 'Resign' }).click();
  await pages.north.getByRole('button', { name: 'Yes' }).click();
  await pages.north.getByRole('link', { name: 'New game' }).click();
  await expect(cardOf(pages.north)).toBeVisible();
});

/** Records what the page asks of a phone that the headless shell is not. */
const recordDevice = (page: Page) =>
  page.addInitScript(() => {
    const calls: string[] = [];
    Object.assign(globalThis, { calls });
    const request = async () => {
      calls.push('screen on');
      return { release: async () => void calls.push('screen off') };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.defineProperty(navigator, 'vibrate', { value: () => calls.push('vibrate') });
    Object.defineProperty(navigator, 'setAppBadge', {
      value: async (count: number) => void calls.push(`badge ${count}`),
    });
    Object.defineProperty(navigator, 'clearAppBadge', { value: async () => undefined });
  });
const callsOf = (page: Page): Promise<readonly string[]> => page.evaluate(() => Reflect.get(globalThis, 'calls'));

test('in a game with a clock the screen stays on until its end, and a phone vibrates when its turn comes', async ({
  createGame,
}) => {
  const { pages } = await createGame(['south', 'north'], {}, PHONE);
  await recordDevice(pages.north);
  await pages.north.reload();
  await waitUntilReady(pages.north);
  await expect.poll(() => callsOf(pages.north)).toEqual(['screen on']);
  await clickMove(pages.south, { from: 'd2', to: 'd3' });
  await expect.poll(() => callsOf(pages.north)).toContain('vibrate');
  await pages.south.getByRole('button', { name: 'Resign' }).click();
  await pages.south.getByRole('button', { name: 'Yes' }).click();
  await expect.poll(() => callsOf(pages.north)).toContain('screen off');
});

test('the badge of the app counts the games on the move, and a game by days lets the screen turn off', async ({
  createGame,
}) => {
  const { pages } = await createGame(['south', 'north'], BY_DAYS, PHONE);
  await recordDevice(pages.north);
  await pages.north.reload();
  await waitUntilReady(pages.north);
  await clickMove(pages.south, { from: 'd2', to: 'd3' });
  await expect.poll(() => callsOf(pages.north)).toEqual(['badge 1']);
});

/** Shares a text file with the app, as the system's menu does. */
const share = (page: Page, text: string) =>
  page.evaluate((shared) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/share' });
    form.enctype = 'multipart/form-data';
    const field = document.createElement('input');
    Object.assign(field, { type: 'file', name: 'record' });
    const files = new DataTransfer();
    files.items.add(new File([shared], 'game.gam', { type: 'text/plain' }));
    field.files = files.files;
    form.append(field);
    document.body.append(form);
    form.submit();
  }, text);

for (const { what, text } of [
  { what: 'a record', text: '[Setup "long"]\n\n1. c-d2-d4\n2. C-e7-e5\n*' },
  {
    what: 'a record of 12,000 characters',
    text: `[Setup "long"]\n\n1. c-d2-d4 {${'x'.repeat(12_000)}}\n2. C-e7-e5\n*`,
  },
  { what: 'a list of moves', text: 'c-d2-d4 C-e7-e5' },
]) {
  test(`${what} that another app shares is opened on the analysis board`, async ({ visit }) => {
    const page = await visit('/', { serviceWorkers: 'allow' });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await share(page, text);
    await page.waitForURL('**/analysis*');
    await expect(page.getByRole('button', { name: /d2/ })).toBeVisible();
  });
}

test('the offline page lists the games of a player who has only opened one of them', async ({
  site,
  newVisitor,
  newGuest,
  pageErrors,
}) => {
  pageErrors.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const page = await newVisitor({ ...PHONE, serviceWorkers: 'allow' });
  await goTo(page, site.url);
  const [own, opponent] = [await connectSocket(page.context(), site.url), await newGuest()];
  const ids = [await own.create(BY_DAYS, 'south'), await own.create(BY_DAYS, 'south')];
  for (const id of ids) await opponent.commandOrThrow(id, { type: 'sit', side: null });
  await goTo(page, `${site.url}/game/${ids[0]}`);
  await clickMove(page, { from: 'd2', to: 'd3' });
  await waitForSeq(page, 5);
  await readyForOffline(page);
  await page.context().setOffline(true);
  await page.goto(`${site.url}/inbox`);
  const games = page.getByRole('region', { name: 'Your games, as this device last saw them' });
  await expect(games.getByRole('listitem')).toHaveCount(2);
  await expect(games.getByText('Your move')).toHaveCount(1);
  own.close();
});

import type { Page } from '@playwright/test';
import type { PushPayload } from '@terrace/protocol';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { goTo } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, waitForSeq } from './game-page.ts';
import { connectSocket } from './socket-client.ts';

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const BY_DAYS = { time: { kind: 'days', perMoveMs: 3 * 86_400_000 } } as const;

/**
 * The headless shell has no notifications, reaches no push service, and restarts the worker when its tools deliver a
 * message: the test stands in for all three inside the worker.
 */
async function pushDevice(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const shown: Notification[] = [];
    const show = async (title: string, options: NotificationOptions) => {
      const close = () => void shown.splice(0, shown.length, ...shown.filter((each) => each !== notification));
      const notification = { ...options, title, close } as Notification;
      shown.splice(0, shown.length, ...shown.filter(({ tag }) => tag !== options.tag), notification);
    };
    const list = async ({ tag }: { tag?: string } = {}) =>
      shown.filter((each) => tag === undefined || each.tag === tag);
    Object.assign(Reflect.get(self, 'registration'), { showNotification: show, getNotifications: list });
    for (const name of ['setAppBadge', 'clearAppBadge'])
      Object.defineProperty(navigator, name, { value: async () => undefined }); // would end the worker
  });
  return {
    receive: (payload: PushPayload) =>
      worker.evaluate(async (message) => {
        const work: Promise<unknown>[] = [];
        const waitUntil = (done: Promise<unknown>) => void work.push(done);
        dispatchEvent(Object.assign(new Event('push'), { data: { json: () => message }, waitUntil }));
        await Promise.all(work);
      }, payload),
    shown: () =>
      worker.evaluate(async () => {
        const notifications: Notification[] = await Reflect.get(self, 'registration').getNotifications();
        return notifications.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }));
      }),
    tap: () =>
      worker.evaluate(async () => {
        const [notification] = await Reflect.get(self, 'registration').getNotifications();
        dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }));
      }),
  };
}

const turn = (path: string, key: string): PushPayload => ({
  title: 'Your turn',
  body: "It's your turn.",
  path,
  tag: `turn:${path}`,
  key,
  turns: 1,
});

test('a phone that has left the page is notified of its turn, and a tap leads to the move and then to the next game', async ({
  createGame,
  newGuest,
  site,
}) => {
  const {
    pages: { south, north },
  } = await createGame(['south', 'north'], BY_DAYS, { ...PHONE, serviceWorkers: 'allow' });
  await waitForSeq(north, 4);
  const phone = north;
  const path = new URL(phone.url()).pathname;
  await goTo(phone, `${site.url}/learn`);
  const device = await pushDevice(phone);

  await clickMove(south, { from: 'd2', to: 'd3' });
  await device.receive(turn(path, 'first'));
  const notification = { title: 'Your turn', body: "It's your turn.", tag: `turn:${path}` };
  await expect.poll(device.shown).toEqual([{ ...notification, silent: false }]);
  await device.receive(turn(path, 'first'));
  await expect.poll(device.shown).toEqual([{ ...notification, silent: true }]);
  await device.receive(turn(path, 'second'));
  await expect.poll(device.shown).toEqual([{ ...notification, silent: false }]);

  await device.tap();
  await phone.waitForURL(`**${path}`);
  await waitForSeq(phone, 5);
  await expect.poll(device.shown).toEqual([]);
  const [own, opponent] = [await connectSocket(phone.context(), site.url), await newGuest()];
  const next = await own.create(BY_DAYS, 'south');
  await opponent.commandOrThrow(next, { type: 'sit', side: null });
  await clickMove(phone, { from: 'e7', to: 'e6' });
  await waitForSeq(south, 6);
  await phone.getByRole('link', { name: 'Next game' }).tap();
  await phone.waitForURL(`**/game/${next}`);
  await clickMove(phone, { from: 'd2', to: 'd3' });
  await waitForSeq(phone, 5);
  own.close();
});

test('a message about the game on the screen is not left among the notifications', async ({ createHostedGame }) => {
  const { page } = await createHostedGame(['south', 'north'], BY_DAYS, { ...PHONE, serviceWorkers: 'allow' });
  const device = await pushDevice(page);
  const path = new URL(page.url()).pathname;
  await device.receive(turn(path, 'here'));
  await device.receive({ ...turn('/game/elsewhere0', 'elsewhere'), title: 'Elsewhere' });
  await expect.poll(device.shown).toMatchObject([{ title: 'Elsewhere' }]);
});

test('without a reachable push service, the switch turns on notifications of open pages and says so', {
  tag: THOROUGH,
}, async ({ visit, pageErrors }) => {
  pageErrors.allow(/Push API in incognito mode/);
  const page = await visit('/settings/notifications', { serviceWorkers: 'allow' });
  // The headless shell always denies.
  const grant = () => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
  };
  await page.addInitScript(grant);
  await page.evaluate(grant);
  const device = page.getByRole('checkbox', { name: 'Notifications on this device' });
  await device.click();
  await expect(page.getByText("The browser's push service can't be reached.")).toBeVisible();
  await page.reload();
  await expect(device).toBeChecked();
  await device.click();
  await page.reload();
  await expect(device).not.toBeChecked();
});

test('a browser that blocks notifications explains how to allow them', { tag: THOROUGH }, async ({ visit }) => {
  const page = await visit('/settings/notifications', { serviceWorkers: 'allow', permissions: [] });
  await page.evaluate(() => {
    Notification.requestPermission = async () => 'denied';
  });
  const device = page.getByRole('checkbox', { name: 'Notifications on this device' });
  await device.click();
  await expect(page.getByText('This browser blocks notifications from this site.')).toBeVisible();
  await expect(device).not.toBeChecked();
});

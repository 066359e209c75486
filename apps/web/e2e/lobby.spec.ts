import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { DEFAULT_SETTINGS } from '@terrace/protocol';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { goTo } from './browser.ts';
import { fetchPlayerName } from './chat.ts';
import { chooseRadio } from './choose-radio.ts';
import { expect, test } from './fixtures/test.ts';
import { waitForSeq } from './game-page.ts';

const GAME = /\/game\/\w+/;
const playOnline = (page: Page) => page.getByRole('button', { name: /^Play online/ });

test('three players who choose the same game are paired, and a player who cancelled is not', async ({
  visit,
  newGuest,
}) => {
  const [first, last, quitter] = [await visit('/'), await visit('/'), await visit('/')];
  const chooseGame = async (page: Page) => {
    for (const name of ['Three', '5 + 3']) await chooseRadio(page.getByRole('radio', { name, exact: true }));
  };
  const seek = async (page: Page) => {
    await chooseGame(page);
    await playOnline(page).click();
    await expect(page.getByText('Looking for 2 others')).toBeVisible();
  };
  await seek(quitter);
  await quitter.getByRole('button', { name: 'Cancel' }).click();
  await expect(playOnline(quitter)).toBeVisible();
  await seek(first);
  await (await newGuest()).requestOrThrow('pairing:join', {
    setup: 'three',
    time: DEFAULT_SETTINGS.time,
    rated: false,
  });
  await expect(first.getByText('One more player is waiting for this.')).toBeVisible();
  await chooseGame(last);
  await last.getByRole('button', { name: 'Play online 2 waiting' }).click();
  await Promise.all([first, last].map((page) => expect(page).toHaveURL(GAME)));
  await expect(first).toHaveURL(last.url());
  await Promise.all([first, last].map((page) => waitForSeq(page, 5))); // created, seated three times, started
  await expect(quitter).toHaveURL(/\/$/);
});

test('an invitation during a game on one device plays a sound if the browser allows it', { tag: THOROUGH }, async ({
  site,
  newVisitor,
  newGuest,
}) => {
  const reader = await newVisitor();
  await reader.addInitScript(() => {
    const { createOscillator } = AudioContext.prototype;
    AudioContext.prototype.createOscillator = function createMarked() {
      document.documentElement.dataset.heard = 'true';
      return createOscillator.call(this);
    };
  });
  await goTo(reader, `${site.url}/local`);
  await reader.getByRole('button', { name: 'Start the game' }).click(); // this press also allows sound
  const host = await newGuest();
  const player = { side: 'north', name: await fetchPlayerName(reader, site.url) } as const;
  await host.create({}, 'south', { reserved: [player] });
  await expect(reader.getByRole('region', { name: 'Invitation' })).toBeVisible();
  await expect(reader.locator('html[data-heard]')).toBeAttached();
});

test('challenges and their answers reach players on any page', async ({ site, visit }) => {
  const [host, reader] = [await visit('/'), await visit('/leaderboard')];
  const [hostName, name] = [await fetchPlayerName(host, site.url), await fetchPlayerName(reader, site.url)];
  const panel = host.getByRole('region', { name: 'Open a table' });
  const field = panel.getByRole('textbox', { name: 'Another seat, 1' });
  const challenge = async () => {
    await expect(field).toHaveValue(name);
    await panel.getByRole('button', { name: 'Open table' }).click();
    await expect(host).toHaveURL(GAME);
  };
  await host.getByRole('button', { name: 'Show names' }).click();
  await host.getByLabel('Search by name').fill(name);
  await host.getByRole('button', { name: `Challenge ${name}` }).click();
  await challenge();
  await expect(host.getByText(`kept for ${name}`)).toBeVisible();
  const table = host.url();
  await host.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Watch' }).click();
  await expect(host).toHaveURL(/\/watch$/);
  const invitation = reader.getByRole('region', { name: 'Invitation' });
  await expect(invitation.getByText(`${hostName} challenges you`)).toBeVisible();
  await invitation.getByRole('button', { name: 'Decline' }).click();
  await expect(invitation).toBeHidden();
  const answer = host.getByRole('region', { name: 'Answer to your challenge' });
  await expect(answer.getByText(`${name} declined.`)).toBeVisible();
  await answer.getByRole('link', { name: 'Go to table' }).click();
  await expect(host).toHaveURL(table);
  await expect(host.getByText(`${name} declined`).first()).toBeVisible();
  await expect(host.getByText(`kept for ${name}`)).toHaveCount(0);

  await goTo(host, `${site.url}/?challenge=${encodeURIComponent(name)}`);
  await expect(field).toBeFocused();
  await challenge();
  await invitation.getByRole('button', { name: 'Accept' }).click();
  await expect(reader).toHaveURL(host.url());
  await Promise.all([host, reader].map((page) => waitForSeq(page, 5))); // created, seated, reserved, seated, started
});

test('live boards in the lobby and on the page of live games follow their games until the end', async ({
  visit,
  newGuest,
}) => {
  const watcher = await visit('/');
  const [south, north] = [await newGuest(), await newGuest()];
  const game = await south.create({ setup: 'short' }, 'south');
  await north.commandOrThrow(game, { type: 'sit', side: null });
  const board = watcher.locator(`[data-live="${game}"]`);
  await expect(board).toBeVisible();
  await south.commandOrThrow(game, { type: 'move', ply: 1, from: 'c1', to: 'c2' });
  await expect(board).toHaveAttribute('data-position', / n sn /);

  await watcher.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Watch' }).click();
  await expect(watcher).toHaveURL(/\/watch$/);
  await chooseRadio(watcher.getByRole('radio', { name: 'Two' }));
  await expect(board).toBeVisible();
  await north.commandOrThrow(game, { type: 'move', ply: 2, from: 'c8', to: 'c7' });
  await expect(board).toHaveAttribute('data-position', / s sn /);
  await chooseRadio(watcher.getByRole('radio', { name: 'Four' }));
  await expect(board).toHaveCount(0);
  await chooseRadio(watcher.getByRole('radio', { name: 'Any' }));
  await expect(board).toBeVisible();
  await north.commandOrThrow(game, { type: 'resign' });
  await expect(board).toHaveCount(0);
});

test('a hidden page does not load the list of online players until it is shown again', { tag: THOROUGH }, async ({
  site,
  newVisitor,
}) => {
  const page = await newVisitor();
  await page.clock.install();
  let loads = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (payload.includes('online:list')) loads++;
    }),
  );
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await goTo(page, site.url);
  await page.getByRole('button', { name: messages.online.show }).click();
  await page.clock.runFor(1000);
  await expect.poll(() => loads).toBe(1);
  await show('hidden');
  await page.clock.runFor(35_000);
  expect(loads).toBe(1);
  await show('visible');
  await page.clock.runFor(1000);
  await expect.poll(() => loads).toBe(2);
});

import type { Page } from '@playwright/test';
import { DAY_MS, type GameId, PREFERENCES_COOKIE, type Preferences } from '@terrace/protocol';
import type { Client } from '@terrace/testing/client';
import { goTo } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, fetchEvents } from './game-page.ts';
import type { Guest } from './guest.ts';
import { connectSocket } from './socket-client.ts';

const BY_DAYS = { setup: 'short', time: { kind: 'days', perMoveMs: 3 * DAY_MS } } as const;
const FIRST = { from: 'b1', to: 'b2' } as const;

/** Starts a game in which the page's player, South, is to move. */
async function startGame(own: Client, opponent: Guest): Promise<GameId> {
  const id = await own.create(BY_DAYS, 'south');
  await opponent.commandOrThrow(id, { type: 'sit', side: null });
  return id;
}

const prefer = (page: Page, url: string, preferences: Partial<Preferences>) =>
  page
    .context()
    .addCookies([{ name: PREFERENCES_COOKIE, value: encodeURIComponent(JSON.stringify(preferences)), url }]);

const turns = (page: Page, count: number) =>
  page.getByRole('banner').getByRole('link', { name: `My games: your turn in ${count}`, exact: true });

const movesOf = async (page: Page) =>
  (await fetchEvents(page)).flatMap(({ event }) => (event.type === 'moved' ? [`${event.from}-${event.to}`] : []));

test('every page shows how many games wait for the move in its header, title and icon, and updates them', async ({
  site,
  visit,
  newGuest,
}) => {
  const page = await visit('/watch');
  const [own, opponent] = [await connectSocket(page.context(), site.url), await newGuest()];
  await expect(page).toHaveTitle('Watch · Terrace');
  const first = await startGame(own, opponent);
  await expect(turns(page, 1)).toBeVisible();
  await startGame(own, opponent);
  await expect(turns(page, 2)).toBeVisible();
  await expect(page).toHaveTitle('(2) Watch · Terrace');
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg/);
  for (const path of ['/', '/learn', '/archive', '/analysis', '/settings']) {
    await page.goto(site.url + path); // also before the page is connected
    await expect(turns(page, 2)).toHaveCount(1);
    await expect(page).toHaveTitle(/^\(2\) /);
  }
  await goTo(page, `${site.url}/archive`);
  await own.commandOrThrow(first, { type: 'move', ply: 1, ...FIRST });
  await expect(turns(page, 1)).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) /);
  own.close();
});

test('the page of own games updates its boards, filters them and leads to a game', async ({
  site,
  visit,
  newGuest,
}) => {
  const page = await visit('/inbox');
  await expect(page.getByText('You have no games in progress.')).toBeVisible();
  const [own, opponent] = [await connectSocket(page.context(), site.url), await newGuest()];
  const id = await startGame(own, opponent);
  const card = page.locator(`[data-inbox="${id}"]`);
  await expect(card).toHaveAttribute('data-group', 'turn');
  await own.commandOrThrow(id, { type: 'move', ply: 1, ...FIRST });
  await expect(card).toHaveAttribute('data-group', 'waiting');
  await page
    .getByRole('navigation', { name: 'Games shown' })
    .getByRole('link', { name: /^Your turn/ })
    .click();
  await expect(page.getByText('No game waits for your move right now.')).toBeVisible();
  await expect(card).toHaveCount(0);
  const invited = await opponent.create(BY_DAYS, 'south', {
    reserved: [{ side: 'north', name: await ownName(page, site.url) }],
  });
  await page.getByRole('link', { name: 'Show all games' }).click();
  const invitation = page.locator(`[data-inbox="${invited}"]`);
  await invitation.getByRole('button', { name: /^Decline/ }).click();
  await expect(invitation).toHaveCount(0);
  await card.getByRole('link').click();
  await page.waitForURL(`**/game/${id}`);
  own.close();
});

const ownName = async (page: Page, url: string): Promise<string> =>
  (await (await page.request.get(`${url}/api/me`)).json()).player.name;

test('after a move, a button and a key lead to the next game, or the page goes there by itself', async ({
  site,
  visit,
  newGuest,
}) => {
  const page = await visit('/');
  const [own, opponent] = [await connectSocket(page.context(), site.url), await newGuest()];
  const [first, second, third] = [
    await startGame(own, opponent),
    await startGame(own, opponent),
    await startGame(own, opponent),
  ];
  await goTo(page, `${site.url}/game/${first}`);
  await clickMove(page, FIRST);
  const next = page.getByRole('region', { name: '2 more games wait for your move' });
  await next.getByRole('link', { name: 'Next game' }).click();
  await page.waitForURL(`**/game/${second}`);
  await page.keyboard.press('j'); // skips this one
  await page.waitForURL(`**/game/${third}`);

  await prefer(page, site.url, { afterMove: 'next' });
  await goTo(page, `${site.url}/game/${third}`);
  await clickMove(page, FIRST);
  await page.waitForURL(`**/game/${second}`);
  await prefer(page, site.url, { afterMove: 'stay' });
  await goTo(page, `${site.url}/game/${second}`);
  await clickMove(page, FIRST);
  await expect.poll(() => movesOf(page)).toEqual(['b1-b2']);
  await page.keyboard.press('j');
  await expect(page.getByText('No other game waits for your move.')).toBeVisible();
  own.close();
});

test('a move can be undone for ten seconds, sent at once, and is sent when the page is left', async ({
  site,
  visit,
  newGuest,
}) => {
  const page = await visit('/');
  await prefer(page, site.url, { confirm: 'days', confirmBy: 'undo' });
  const [own, opponent] = [await connectSocket(page.context(), site.url), await newGuest()];
  const games = [await startGame(own, opponent), await startGame(own, opponent), await startGame(own, opponent)];
  const open = async (n: number) => {
    if (n === 0) await page.clock.install();
    else await page.clock.resume();
    await goTo(page, `${site.url}/game/${games[n]}`);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 5000);
    await clickMove(page, FIRST);
    await page.clock.runFor(100);
  };
  const bar = page.locator('[data-notice="undo"]');
  await open(0);
  await expect(bar).toContainText(/Sent in (9|10) s/);
  await bar.getByRole('button', { name: 'Undo' }).click();
  await page.clock.runFor(12_000);
  await expect(bar).toHaveCount(0);
  await expect.poll(() => movesOf(page)).toEqual([]);
  await clickMove(page, FIRST);
  await page.clock.runFor(9000);
  await expect.poll(() => movesOf(page)).toEqual([]);
  await page.clock.runFor(1100);
  await expect.poll(() => movesOf(page)).toEqual(['b1-b2']);

  await open(1);
  await bar.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => movesOf(page)).toEqual(['b1-b2']);

  await open(2);
  await expect(bar).toBeVisible();
  await page.clock.resume();
  await page.reload();
  await expect.poll(() => movesOf(page)).toEqual(['b1-b2']);
  await expect(bar).toHaveCount(0);
  own.close();
});

test('the bell counts and lists notifications, and leads to their games', async ({ site, visit, newGuest }) => {
  const page = await visit('/learn');
  const [own, opponent] = [await connectSocket(page.context(), site.url), await newGuest()];
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications');
  const id = await startGame(own, opponent);
  await expect(bell).toHaveAccessibleName(/unread$/);
  await bell.click();
  const panel = page.getByRole('region', { name: 'Notifications' });
  const notices = panel.locator('[data-notice]');
  await expect(notices.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await bell.click();
  await panel.getByRole('button', { name: 'Mark all read' }).click();
  await expect(bell).toHaveAccessibleName('Notifications');
  await opponent.commandOrThrow(id, { type: 'offer', offer: 'draw' });
  await expect(bell).toHaveAccessibleName('Notifications, one unread');
  await notices.filter({ hasText: 'Draw offered' }).click();
  await page.waitForURL(`**/game/${id}`);
  await expect(bell).toHaveAccessibleName('Notifications');
  own.close();
});

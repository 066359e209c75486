import type { Page } from '@playwright/test';
import { GameId } from '@terrace/protocol';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { waitUntilReady } from './browser.ts';
import { fetchPlayerName } from './chat.ts';
import { chooseRadio } from './choose-radio.ts';
import { expect, test } from './fixtures/test.ts';

const PHONE = { viewport: { width: 360, height: 740 } };
const GAME = /\/game\/\w+/;

const searching = (page: Page) => page.getByRole('region', { name: 'Search for an opponent' });
const play = (page: Page) => page.getByRole('button', { name: /^Play online/ }).click();
const choose = (page: Page, name: string) => chooseRadio(page.getByRole('radio', { name, exact: true }));
const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();

test("a search is listed in other players' lobbies, and joining it starts the game on any page of the searcher", async ({
  site,
  visit,
}) => {
  const [anna, ben] = [await visit('/'), await visit('/', PHONE)];
  const name = await fetchPlayerName(anna, site.url);
  await choose(anna, '3 + 2');
  await play(anna);
  await expect(searching(anna)).toBeVisible();
  const row = ben.locator('[data-seek]', { hasText: name });
  await expect(row.getByText('3 + 2 · Two · Long')).toBeVisible();
  const own = anna.locator('[data-seek]', { hasText: 'Your search' });
  await expect(own).toBeVisible();
  await expect(own.getByRole('button')).toHaveCount(0);

  await goTo(anna, 'Learn');
  await expect(anna).toHaveURL(/\/learn$/);
  await expect(searching(anna).getByText('Search for an opponent: 3 + 2 · Two · Long')).toBeVisible();
  await row.getByRole('button', { name: /^Join / }).click();
  await Promise.all([anna, ben].map((page) => expect(page).toHaveURL(GAME)));
  await expect(anna).toHaveURL(ben.url());
  await expect(searching(anna)).toHaveCount(0);
});

test('a search survives a reload, is shown in other tabs, and ending it in one tab ends it in all', async ({
  site,
  visit,
}) => {
  const anna = await visit('/', PHONE);
  await play(anna);
  await expect(searching(anna)).toBeVisible();
  await anna.getByRole('button', { name: 'Menu' }).click();
  await goTo(anna, 'Archive');
  await expect(anna).toHaveURL(/\/archive$/);
  await anna.reload();
  await waitUntilReady(anna);
  await expect(searching(anna)).toBeVisible();
  const tab = await anna.context().newPage();
  await tab.goto(`${site.url}/leaderboard`);
  await expect(searching(tab)).toBeVisible();
  await searching(anna).getByRole('button', { name: 'End the search' }).click();
  await expect(tab.getByText('You ended the search in another tab.')).toBeVisible();
  await Promise.all([anna, tab].map((page) => expect(searching(page)).toHaveCount(0)));
});

test('a searcher invites a friend with a link, and the search lasts until the friend sits down', {
  tag: THOROUGH,
}, async ({ visit, newGuest }) => {
  const anna = await visit('/');
  await choose(anna, '5 + 3');
  await play(anna);
  await choose(anna, 'Any clock');
  const own = anna.locator('[data-seek]', { hasText: 'Your search' });
  await expect(own.getByText('5 + 3 · Two · Long · or others')).toBeVisible();
  await anna.getByRole('button', { name: 'Invite a friend by link' }).click();
  await expect(anna).toHaveURL(GAME);
  await expect(searching(anna)).toBeVisible();
  await (await newGuest()).commandOrThrow(GameId.parse(new URL(anna.url()).pathname.split('/').at(-1)), {
    type: 'sit',
    side: null,
  });
  await expect(searching(anna)).toHaveCount(0);
  await expect(anna.locator('[data-position]').first()).toBeVisible();
  await expect(anna.getByRole('region', { name: 'The search is over' })).toHaveCount(0); // on the game page the notice would be redundant
});

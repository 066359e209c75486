import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { GameId } from '@terrace/protocol';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { waitUntilReady } from './browser.ts';
import { chooseRadio } from './choose-radio.ts';
import { choose, playTheComputer } from './computer-game.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, waitForPlateText, waitForSeq } from './game-page.ts';
import { fillTableForm } from './tables.ts';

const GAME = /\/game\/\w+/;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const position = (page: Page) => page.locator('[data-position]').first();
const gameOf = (page: Page) => GameId.parse(new URL(page.url()).pathname.split('/').at(-1));

test('a new guest plays a computer with one press, takes back, resigns and starts a rematch at once', async ({
  visit,
}) => {
  const page = await visit('/');
  await playTheComputer(page).click();
  await expect(page).toHaveURL(GAME);
  await waitForPlateText(page, 'north', 'Computer 2');
  await expect(position(page)).toHaveAttribute('data-position', / s /);
  await clickMove(page, { from: 'd2', to: 'd3' });
  await expect(position(page)).toHaveAttribute('data-position', / 3$/); // the computer has moved
  await expect(page.getByText(messages.computer.noChat)).toBeVisible();
  await button(page, messages.play.takeBack).click();
  await expect(position(page)).toHaveAttribute('data-position', / 1$/);
  await clickMove(page, { from: 'd2', to: 'd3' });
  await expect(position(page)).toHaveAttribute('data-position', / 3$/);
  await button(page, messages.common.resign).click();
  await button(page, messages.game.yes).click();
  await expect(page.getByRole('heading', { name: /^You lost/ })).toBeVisible();
  const first = page.url();
  await button(page, messages.play.rematch).click();
  await expect(page).not.toHaveURL(first);
  await waitForPlateText(page, 'south', 'Computer 2');
});

test('the last chosen game is remembered, and a computer’s profile selects its strength', { tag: THOROUGH }, async ({
  visit,
}) => {
  const page = await visit('/players/Computer%205');
  await page.getByRole('link', { name: 'Play it' }).click();
  await expect(playTheComputer(page).filter({ hasText: '5, Strong' })).toBeVisible();
  await choose(page, { strength: '1 · Beginner', radios: ['Four', '3 + 2', 'West'] });
  await page.reload();
  await waitUntilReady(page);
  await playTheComputer(page).click();
  await expect(page).toHaveURL(GAME);
  await waitForPlateText(page, 'west', messages.common.you);
  for (const side of ['south', 'north', 'east'] as const) await waitForPlateText(page, side, 'Computer 1');
  await expect(position(page)).toHaveAttribute('data-position', / w /); // South has moved
});

test('two people and two computers play with four seats, and a computer replaces a player who resigns', async ({
  visit,
  newGuest,
}) => {
  const [host, other] = [await visit('/'), await newGuest()];
  await fillTableForm(host, { setup: 'Four seats', side: 'South' });
  const panel = host.getByRole('region', { name: messages.ownTable.title });
  await button(host, messages.computer.inSeat({ seat: messages.side.west })).click();
  await panel.getByRole('combobox', { name: messages.side.west }).selectOption({ label: '1 · Beginner' });
  await panel.getByLabel(messages.ownTable.leaver.label).selectOption({ label: 'Computer 3, Casual, plays on' });
  await panel.getByRole('button', { name: messages.ownTable.open }).click();
  await expect(host).toHaveURL(GAME);
  await expect(host.locator('[data-seat="west"]', { hasText: 'Computer 1' })).toBeVisible();

  const id = gameOf(host);
  await other.commandOrThrow(id, { type: 'sit', side: 'north' });
  await host.getByLabel(messages.computer.fill).selectOption({ label: '2 · Novice' });
  await button(host, messages.computer.seat({ name: 'Computer 2', side: 'east' })).click();
  await waitForPlateText(host, 'east', 'Computer 2');
  await waitForPlateText(host, 'west', 'Computer 1');

  await expect(position(host)).toHaveAttribute('data-position', / s /);
  await host
    .getByRole('gridcell', { name: /can move/ })
    .first()
    .click();
  await host
    .getByRole('gridcell', { name: /target/ })
    .first()
    .click();
  await expect(position(host)).toHaveAttribute('data-position', / n /); // the computer in the West has moved

  await other.commandOrThrow(id, { type: 'resign' });
  await waitForPlateText(host, 'north', 'Computer 3');
});

test('a player can play a computer while searching, until the search finds an opponent and starts that game', async ({
  site,
  visit,
}) => {
  const [one, other] = [await visit('/'), await visit('/')];
  const seek = async (page: Page) => {
    await chooseRadio(page.getByRole('radio', { name: '3 + 2', exact: true }));
    await button(page, /^Play online/).click();
  };
  await seek(one);
  await button(one, messages.computer.meanwhile({ name: 'Computer 2' })).click();
  await expect(one).toHaveURL(GAME);
  const meanwhile = gameOf(one);
  const search = one.getByRole('region', { name: messages.computer.search.label });
  await expect(search).toBeVisible();
  await seek(other);
  await expect(other).toHaveURL(GAME);
  await expect(one).toHaveURL(other.url());
  await expect(search).toHaveCount(0);
  await Promise.all([one, other].map((page) => waitForSeq(page, 4)));

  await one.goto(site.url);
  await expect(one.locator(`[data-game="${meanwhile}"]`, { hasText: 'Computer 2' })).toBeVisible();
});

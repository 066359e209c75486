import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { clickMove, plateSays, reaches } from './game-page.ts';
import { seededRandom } from './script.ts';
import { carelessPerson, hopelessPerson, playByClicks, playTurn, strongPerson } from './scripted-person.ts';
import { setTable } from './tables.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

async function come(faults: string[], path = '/'): Promise<Page> {
  const page = await visitor(env.browser, faults);
  await page.goto(env.site.url + path);
  await alive(page);
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const playTheComputer = (page: Page) => button(page, new RegExp(`^${messages.computer.title}`));
const atGame = (page: Page) => page.waitForURL(/\/game\/\w+/);

/** Sets the game of the large button. */
async function choose(page: Page, { strength, radios }: { strength: string; radios: readonly string[] }) {
  await button(page, messages.computer.choose).click();
  const choices = page.getByRole('region', { name: messages.computer.choose });
  await choices.getByLabel(messages.computer.strengthLabel).selectOption({ label: strength });
  for (const name of radios) await choices.getByRole('radio', { name, exact: true }).check({ force: true });
}

test('a guest who has never been here plays a computer at one press, and the next press remembers', async () => {
  const faults: string[] = [];
  const page = await come(faults);
  await playTheComputer(page).click();
  await atGame(page);
  await plateSays(page, 'north', 'Computer 2');
  await page.waitForSelector('[data-position*=" s "]');
  await clickMove(page, { from: 'd2', to: 'd3' });
  await page.waitForSelector('[data-position$=" 3"]');
  expect(await page.getByText(messages.computer.noChat).count()).toBe(1);
  await button(page, messages.play.takeBack).click();
  await page.waitForSelector('[data-position$=" 1"]');
  expect(await violations(page)).toEqual([]);

  await page.goto(env.site.url);
  await alive(page);
  await choose(page, { strength: '4 · Skilled', radios: ['Four', '3 + 2', 'West'] });
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await alive(page);
  await playTheComputer(page).click();
  await atGame(page);
  await plateSays(page, 'west', messages.game.you);
  for (const side of ['south', 'north', 'east'] as const) await plateSays(page, side, 'Computer 4');
  await page.waitForSelector('[data-position*=" w "]'); // South has moved
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a whole game is won against a beginner', async () => {
  const faults: string[] = [];
  const page = await come(faults);
  await choose(page, { strength: '1 · Beginner', radios: ['6 × 6', 'Medium'] });
  await playTheComputer(page).click();
  await atGame(page);
  expect(await playByClicks(page, await strongPerson(40_000))).toBe('south');
  await page.getByRole('heading', { name: /^You won/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  await button(page, messages.play.rematch).click();
  await page.waitForFunction((before) => location.href !== before, page.url());
  await plateSays(page, 'south', 'Computer 1');
  expect(faults).toEqual([]);
});

test('a whole game is lost against full strength', async () => {
  const faults: string[] = [];
  const page = await come(faults);
  await choose(page, { strength: '8 · Full strength', radios: ['6 × 6', 'Medium'] });
  await playTheComputer(page).click();
  await atGame(page);
  expect(await playByClicks(page, await hopelessPerson())).toBe('north');
  await page.getByRole('heading', { name: /^You lost/ }).waitFor();
  expect(faults).toEqual([]);
});

/** Whether all of a waiting table is in sight on phones. */
async function fitsPhones(page: Page): Promise<boolean> {
  const table = page.locator('section.table');
  const fits: boolean[] = [];
  for (const height of [640, 740]) {
    await page.setViewportSize({ width: 360, height });
    fits.push(await table.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight));
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return fits.every(Boolean);
}

test('two people and two computers play at four seats: one kept when the table was opened, one as the fourth', async () => {
  const faults: string[] = [];
  const [host, other] = [await come(faults), await come(faults)];
  await setTable(host, { setup: 'Four seats', side: 'South' });
  const panel = host.getByRole('region', { name: messages.ownTable.title });
  await button(host, messages.computer.inSeat({ seat: messages.side.west })).click();
  await panel.getByRole('combobox', { name: messages.side.west }).selectOption({ label: '1 · Beginner' });
  await panel.getByLabel(messages.ownTable.leaver.label).selectOption({ label: 'Computer 3, Casual, plays on' });
  expect(await violations(host)).toEqual([]);
  await panel.getByRole('button', { name: messages.ownTable.open }).click();
  await atGame(host);
  await host.locator('[data-seat="west"]', { hasText: 'Computer 1' }).waitFor();
  expect(await fitsPhones(host)).toBe(true);

  await other.goto(host.url());
  await alive(other);
  await button(other, messages.table.sit({ side: 'north' })).click();
  await host.getByLabel(messages.computer.fill).selectOption({ label: '2 · Novice' });
  expect(await violations(host)).toEqual([]);
  await button(host, messages.computer.seat({ name: 'Computer 2', side: 'east' })).click();
  await plateSays(host, 'east', 'Computer 2');
  await plateSays(other, 'west', 'Computer 1');

  const person = carelessPerson(seededRandom(2));
  await playTurn(host, 's', person);
  await playTurn(other, 'n', person);
  await playTurn(host, 's', person);

  // Who resigns has lost; a computer plays on in their seat.
  await button(other, messages.play.resign).click();
  await button(other, messages.game.yes).click();
  await plateSays(host, 'north', 'Computer 3');
  expect(await violations(host)).toEqual([]);
  expect(faults).toEqual([]);
});

test('who looks for somebody plays a computer meanwhile, and the person’s game takes over', async () => {
  const faults: string[] = [];
  const [one, other] = [await come(faults), await come(faults)];
  await button(one, /^Play a person/).click();
  await button(one, messages.computer.meanwhile({ name: 'Computer 2' })).click();
  await atGame(one);
  const meanwhile = one.url();
  const search = one.getByRole('region', { name: messages.computer.search.label });
  await search.waitFor();
  expect(await violations(one)).toEqual([]);
  await button(other, /^Play a person/).click();
  await atGame(other);
  await one.waitForURL(other.url());
  await search.waitFor({ state: 'detached' });
  await Promise.all([one, other].map((page) => reaches(page, 4)));

  await one.goto(env.site.url);
  await one
    .locator(`[data-game="${new URL(meanwhile).pathname.split('/').at(-1)}"]`, { hasText: 'Computer 2' })
    .waitFor();
  expect(faults).toEqual([]);
});

test('a search that was begun beside a computer’s game is ended there', async () => {
  const faults: string[] = [];
  const page = await come(faults);
  await button(page, /^Play a person/).click();
  await button(page, messages.computer.meanwhile({ name: 'Computer 2' })).click();
  await atGame(page);
  const search = page.getByRole('region', { name: messages.computer.search.label });
  await search.getByRole('button', { name: messages.computer.search.cancel }).click();
  await search.waitFor({ state: 'detached' });
  await page.goto(env.site.url);
  await button(page, /^Play a person/).waitFor();
  expect(faults).toEqual([]);
});

test('a computer’s page says what it is, and its number is not among the people online', async () => {
  const faults: string[] = [];
  const page = await come(faults, '/players/Computer%205');
  await page.getByRole('heading', { name: 'Computer 5' }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Play it' }).click();
  await playTheComputer(page).filter({ hasText: '5, Strong' }).waitFor();
  expect(faults).toEqual([]);
});

import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { localMessages } from '@terrace/messages/local';
import type { Side } from '@terrace/rules';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { clickMove, movesShown, plateSays } from './game-page.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Gives seats to computers of these strengths and begins. */
async function begin(page: Page, setup: string, computers: Partial<Record<Side, string>>): Promise<void> {
  await page.getByLabel(messages.ownTable.setup).selectOption({ label: setup });
  for (const [side, strength] of Object.entries(computers)) {
    const seat = messages.side[side as Side];
    await button(page, messages.computer.inSeat({ seat })).click();
    await page.getByRole('combobox', { name: seat }).selectOption({ label: strength });
  }
}
const start = (page: Page) => button(page, localMessages().start).click();

async function moveAnything(page: Page): Promise<void> {
  await page.locator('.movable').first().dispatchEvent('click');
  await page.locator('[data-target]').first().dispatchEvent('click');
}

/** Waits until it is the turn of the side with this letter, at this ply or later. */
const turnOf = (page: Page, letter: string, ply: number) =>
  page.waitForFunction(
    ([wanted, from]) => {
      const fields = document.querySelector('[data-position]')?.getAttribute('data-position')?.split(' ') ?? [];
      return fields[1] === wanted && Number(fields[4]) >= Number(from);
    },
    [letter, String(ply)],
  );

test('without a connection one plays a computer, takes back with its answer, and finds the game again', async () => {
  const faults: string[] = [];
  const context = await env.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(env.site.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);

  await page.goto(`${env.site.url}/local`);
  await begin(page, messages.setup.long, { north: '1 · Beginner' });
  await start(page);
  await plateSays(page, 'north', 'Computer 1');
  await clickMove(page, { from: 'd2', to: 'd3' });
  await plateSays(page, 'north', messages.computer.thinking);
  await turnOf(page, 's', 3);
  expect(await movesShown(page)).toBe(2);

  await button(page, localMessages().undo).click();
  await turnOf(page, 's', 1);
  await button(page, localMessages().redo).click();
  await turnOf(page, 's', 3);

  // Left while the computer thinks, the game goes on where it stood.
  await clickMove(page, { from: 'e2', to: 'e3' });
  await page.reload();
  await turnOf(page, 's', 5);
  expect(await movesShown(page)).toBe(4);
  await button(page, messages.play.resign).click();
  await button(page, messages.game.yes).click();
  await page.getByRole('heading', { name: /^You lost/ }).waitFor();
  await context.close();
  expect(faults).toEqual([]);
});

test('two people and two computers share one screen', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/local`);
  await alive(page);
  await begin(page, messages.setup.four, { west: '2 · Novice', east: '3 · Casual' });
  expect(await violations(page)).toEqual([]);
  await start(page);
  await moveAnything(page);
  await turnOf(page, 'n', 3);
  expect(await violations(page)).toEqual([]);
  await moveAnything(page);
  await turnOf(page, 's', 5);
  expect(await movesShown(page)).toBe(4);
  expect(faults).toEqual([]);
});

test('computers play each other while one looks on, and a draw is theirs to refuse', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/local`);
  await alive(page);
  await begin(page, messages.setup.short6, { south: '1 · Beginner', north: '1 · Beginner' });
  await start(page);
  await turnOf(page, 's', 3);
  await button(page, messages.play.more).click();
  await button(page, localMessages().newGame).click();
  await button(page, messages.game.yes).click();

  // One T against a whole army: nobody gives that away.
  await page.getByLabel(messages.ownTable.setup).selectOption({ label: messages.setup.custom });
  await page.getByLabel(messages.ownTable.position).fill('DDCCBBAT/AABBCCDD/8/8/8/8/8/t7 s sn 0 1');
  await button(page, messages.computer.inSeat({ seat: messages.side.south })).click();
  await start(page);
  await button(page, messages.play.draw).click();
  await button(page, messages.game.yes).click();
  await page.getByText(localMessages().drawDeclined).waitFor();
  expect(faults).toEqual([]);
});

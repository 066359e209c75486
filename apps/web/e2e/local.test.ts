import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { learnMessages } from '@terrace/messages/learn';
import { localMessages } from '@terrace/messages/local';
import { parseRecord } from '@terrace/rules';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { clickMove, movesShown, plateSays, shown } from './game-page.ts';
import { readyForOffline } from './offline.ts';
import { scriptedGame } from './script.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

/** Four seats, and West's T can be taken. */
const NEAR_CAPTURE = "4c'1t'1/D'6T/C'7/7B/B'7/2b5/1T'6/1t3c2 s swne 0 1";

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const placement = async (page: Page) => (await shown(page)).position.split(' ')[0];

test('four at one screen: one goes out, moves are undone and made again, a flag falls, and a record is saved', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.clock.install();
  await page.goto(`${env.site.url}/local`);
  await alive(page);

  await page.getByLabel(messages.ownTable.setup).selectOption({ label: messages.setup.custom });
  await page.getByLabel(messages.ownTable.position).fill(NEAR_CAPTURE);
  await page.getByRole('textbox', { name: 'West' }).fill('Wanda');
  await page.getByRole('radio', { name: localMessages().times.clock, exact: true }).check({ force: true });
  await page.getByLabel(messages.ownTable.minutes).fill('1');
  await button(page, localMessages().start).click();

  await clickMove(page, { from: 'c3', to: 'b2' });
  await plateSays(page, 'west', messages.play.out.taken);
  expect(await placement(page)).toBe("4c'1t'1/7T/8/7B/8/8/1b6/1t3c2");
  await clickMove(page, { from: 'e8', to: 'e7' });
  const after = await placement(page);

  await button(page, localMessages().undo).click();
  await button(page, localMessages().undo).click();
  expect(await placement(page)).toBe(NEAR_CAPTURE.split(' ')[0]);
  expect(await button(page, localMessages().undo).isDisabled()).toBe(true);
  await button(page, localMessages().redo).click();
  await button(page, localMessages().redo).click();
  expect(await placement(page)).toBe(after);
  expect(await movesShown(page)).toBe(2);

  await page.clock.fastForward(70_000);
  await plateSays(page, 'east', messages.play.out.time);
  await button(page, messages.play.resign).click();
  await button(page, messages.game.yes).click();
  await page.getByRole('heading', { name: messages.game.over.won({ name: messages.side.north }) }).waitFor();

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, localMessages().save).click()]);
  const record = parseRecord(await readFile(await download.path(), 'utf8'));
  expect(record.ok && record.value).toMatchObject({
    headers: { West: 'Wanda', Termination: 'resignation' },
    result: 'north',
  });
  expect(faults).toEqual([]);
});

test('playing at one screen has no flaw axe can find', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/local`);
  await alive(page);
  await page.getByRole('radio', { name: localMessages().times.clock, exact: true }).check({ force: true });
  await button(page, localMessages().start).click();
  await clickMove(page, { from: 'd2', to: 'd3' });

  // What a closed page does not see does not cost time.
  await page.reload();
  await alive(page);
  await page.getByText(localMessages().paused.sentence).waitFor();
  expect(await violations(page)).toEqual([]);
  await button(page, messages.play.paused.resume).click();
  await clickMove(page, { from: 'e7', to: 'e6' });
  await button(page, messages.play.draw).click();
  await button(page, messages.game.yes).click();
  await page.getByRole('heading', { name: messages.game.over.draw }).waitFor();
  expect(await violations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('after one visit a whole game is played without any connection, and is still there after a reload', async () => {
  const faults: string[] = [];
  const context = await env.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(env.site.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await readyForOffline(page);
  await context.setOffline(true);

  await page.goto(`${env.site.url}/local`);
  await page.getByText(messages.site.connection.offline, { exact: true }).waitFor();
  await page.getByLabel(messages.ownTable.setup).selectOption({ label: messages.setup.short6 });
  await button(page, localMessages().start).click();
  const script = scriptedGame('short6', 8, 60);
  for (const move of script.moves) await clickMove(page, move);
  await page.locator('[data-result]').waitFor();
  const end = await shown(page);

  await page.reload();
  await page.locator('[data-result]').waitFor();
  expect(await shown(page)).toEqual(end);
  expect(await movesShown(page)).toBe(script.moves.length);

  await page.goto(`${env.site.url}/learn`);
  await page.click('[data-square="a8"]');
  await page.getByText(learnMessages().lessons.heights.done).waitFor();
  await page.goto(`${env.site.url}/game/000000000000`);
  const offline = page.getByRole('heading', { name: messages.offline.title });
  await offline.waitFor();

  // Asked again in vain, and by itself once there is a connection: whichever page comes then has another heading.
  const loaded = page.waitForEvent('load');
  await button(page, messages.offline.again).click();
  await loaded;
  await offline.waitFor();
  await context.setOffline(false);
  await offline.waitFor({ state: 'detached' });
  await page.goto(`${env.site.url}/local`);
  await page.waitForSelector('html[data-connected="true"]');
  await context.close();
  expect(faults).toEqual([]);
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { localMessages } from '@terrace/messages/local';
import { parseRecord } from '@terrace/rules';
import { board, expectPlacement } from './board-state.ts';
import { chooseRadio } from './choose-radio.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove } from './game-page.ts';

/** Four seats; West's T can be captured. */
const NEAR_CAPTURE = "4c'1t'1/D'6T/C'7/7B/B'7/2b5/1T'6/1t3c2 s swne 0 1";

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const confirm = async (page: Page, action: string) => {
  await button(page, action).click();
  await button(page, messages.game.yes).click();
};
const chooseClock = (page: Page) =>
  chooseRadio(page.getByRole('radio', { name: messages.ownTable.timeKinds.clock, exact: true }));

test('four players on one screen lose in different ways, take back moves, and save a record', async ({
  site,
  newVisitor,
}) => {
  const page = await newVisitor();
  await page.clock.install();
  await page.goto(`${site.url}/local`);
  const { undo, redo, save } = localMessages();
  await page.getByLabel(messages.common.setup).selectOption({ label: messages.setup.custom });
  await page.getByLabel(messages.ownTable.position).fill(NEAR_CAPTURE);
  await page.getByRole('textbox', { name: 'West' }).fill('Wanda');
  await chooseClock(page);
  await page.getByLabel(messages.ownTable.minutes).fill('1');
  await button(page, messages.common.startGame).click();

  await clickMove(page, { from: 'c3', to: 'b2' });
  await expect(page.locator('[data-plate="west"]')).toContainText(messages.play.out.taken);
  await expectPlacement(page, "4c'1t'1/7T/8/7B/8/8/1b6/1t3c2");
  await clickMove(page, { from: 'e8', to: 'e7' });
  await expect(page.locator('[data-ply]')).toHaveCount(2);
  const after = (await board(page).getAttribute('data-position')) ?? '';

  await button(page, undo).click();
  await button(page, undo).click();
  await expectPlacement(page, NEAR_CAPTURE.split(' ')[0] ?? '');
  await expect(button(page, undo)).toBeDisabled();
  await button(page, redo).click();
  await button(page, redo).click();
  await expect(page.locator('[data-ply]')).toHaveCount(2);
  await expect(board(page)).toHaveAttribute('data-position', after);

  await page.clock.fastForward(70_000);
  await expect(page.locator('[data-plate="east"]')).toContainText(messages.play.out.time);
  await confirm(page, messages.common.resign);
  await expect(page.getByRole('heading', { name: messages.common.wins({ name: messages.side.north }) })).toBeVisible();

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, save).click()]);
  const record = parseRecord(await readFile(await download.path(), 'utf8'));
  expect(record.ok && record.value).toMatchObject({
    headers: { West: 'Wanda', Termination: 'resignation' },
    result: 'north',
  });
});

test('a game on one screen pauses while its page is closed, and can end in a draw', async ({ visit }) => {
  const page = await visit('/local');
  await chooseClock(page);
  await button(page, messages.common.startGame).click();
  await clickMove(page, { from: 'd2', to: 'd3' });
  await expect(page.locator('[data-ply]')).toHaveCount(1);
  await page.reload();
  await expect(page.getByText(localMessages().paused.sentence)).toBeVisible();
  await button(page, messages.play.paused.resume).click();
  await clickMove(page, { from: 'e7', to: 'e6' });
  await expect(page.locator('[data-ply]')).toHaveCount(2);
  await confirm(page, messages.play.draw);
  await expect(page.getByRole('heading', { name: messages.game.over.draw })).toBeVisible();
});

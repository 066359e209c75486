import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { localMessages } from '@terrace/messages/local';
import { expect, test } from './fixtures/test.ts';
import { button, configureGame, start, waitForTurn } from './pass-and-play.ts';

async function moveAnything(page: Page): Promise<void> {
  await page.locator('.movable').first().dispatchEvent('click');
  await page.locator('[data-target]').first().dispatchEvent('click');
}

test('two people and two computers play on one screen', async ({ visit }) => {
  const page = await visit('/local');
  await configureGame(page, messages.setup.four, { west: '2 · Novice', east: '3 · Casual' });
  await start(page);
  await moveAnything(page);
  await waitForTurn(page, 'n', 3);
  await moveAnything(page);
  await waitForTurn(page, 's', 5);
  await expect(page.locator('[data-ply]')).toHaveCount(4);
});

test('computers play each other on one screen, and a computer declines a bad draw', async ({ visit }) => {
  const page = await visit('/local');
  await configureGame(page, messages.setup.short6, { south: '1 · Beginner', north: '1 · Beginner' });
  await start(page);
  await waitForTurn(page, 's', 3);
  await button(page, messages.play.more).click();
  await button(page, messages.common.newGame).click();
  await button(page, messages.game.yes).click();

  // A whole army against one T: its computer declines.
  await page.getByLabel(messages.common.setup).selectOption({ label: messages.setup.custom });
  await page.getByLabel(messages.ownTable.position).fill('DDCCBBAT/AABBCCDD/8/8/8/8/8/t7 s sn 0 1');
  await button(page, messages.computer.inSeat({ seat: messages.side.south })).click();
  await start(page);
  await button(page, messages.play.draw).click();
  await button(page, messages.game.yes).click();
  await expect(page.getByText(localMessages().drawDeclined)).toBeVisible();
});

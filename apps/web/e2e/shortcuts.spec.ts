import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { keysMessages } from '@terrace/messages/keys';
import { goTo } from './browser.ts';
import { expect, test } from './fixtures/test.ts';

const numerals = (page: Page) => page.getByRole('button', { name: messages.tools.numeralsLong, exact: true });
const moves = (page: Page) => page.locator('[data-ply]');

async function typeMove(page: Page, squares: string): Promise<void> {
  for (const key of squares) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
}

test('single-key shortcuts and typed moves can be turned off, on the page of a game and in the settings', async ({
  site,
  visit,
}) => {
  const page = await visit('/local');
  await page.getByRole('button', { name: messages.common.startGame, exact: true }).click();
  await expect(page.locator('[data-position]').first()).toBeVisible();
  await typeMove(page, 'd2d3');
  await expect(moves(page)).toHaveCount(1);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: keysMessages().title });
  await keys.getByRole('checkbox', { name: messages.tools.characterKeys }).uncheck();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);

  await page.keyboard.press('?');
  await page.keyboard.press('n');
  await typeMove(page, 'd7d6');
  await page.keyboard.press('ArrowLeft'); // arrow keys still step through the moves
  await expect(page.locator('[data-replaying]').first()).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.locator('[data-replaying]')).toHaveCount(0); // ensures that all keys were processed
  await expect(keys).toHaveCount(0);
  await expect(numerals(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(moves(page)).toHaveCount(1);

  await goTo(page, `${site.url}/settings`);
  const setting = page.getByRole('checkbox', { name: messages.tools.characterKeys });
  await expect(setting).not.toBeChecked();
  await setting.check();
  await goTo(page, `${site.url}/local`);
  await expect(page.locator('[data-position]').first()).toBeVisible();
  await page.keyboard.press('n');
  await expect(numerals(page)).toHaveAttribute('aria-pressed', 'true');
});

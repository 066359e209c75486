import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { keysMessages } from '@terrace/messages/keys';
import { localMessages } from '@terrace/messages/local';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { movesShown } from './game-page.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

const pressed = (page: Page) =>
  page.getByRole('button', { name: messages.tools.numeralsLong, exact: true }).getAttribute('aria-pressed');

async function begin(page: Page): Promise<void> {
  await page.goto(`${env.site.url}/local`);
  await alive(page);
  await page.getByRole('button', { name: localMessages().start, exact: true }).click();
  await page.locator('[data-position]').waitFor();
}

async function typeMove(page: Page, squares: string): Promise<void> {
  for (const key of squares) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
}

test('single-key shortcuts and typed moves can be turned off, on the page of a game and in the settings', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await begin(page);
  await typeMove(page, 'd2d3');
  await expect.poll(() => movesShown(page)).toBe(1);
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: keysMessages().title });
  await keys.getByRole('checkbox', { name: keysMessages().characters }).uncheck();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });

  await page.keyboard.press('?');
  await page.keyboard.press('n');
  await typeMove(page, 'd7d6');
  await page.keyboard.press('ArrowLeft'); // arrows still step
  await page.locator('[data-replaying]').waitFor();
  await page.keyboard.press('End');
  expect([await keys.count(), await pressed(page), await movesShown(page)]).toEqual([0, 'false', 1]);

  await page.goto(`${env.site.url}/settings`);
  await alive(page);
  const setting = page.getByRole('checkbox', { name: keysMessages().characters });
  expect(await setting.isChecked()).toBe(false);
  await setting.check();
  await page.goto(`${env.site.url}/local`);
  await alive(page);
  await page.locator('[data-position]').waitFor();
  await page.keyboard.press('n');
  await expect.poll(() => pressed(page)).toBe('true');
  expect(faults).toEqual([]);
});

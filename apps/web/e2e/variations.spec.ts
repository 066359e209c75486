import type { Page } from '@playwright/test';
import { goTo } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, waitForSeq } from './game-page.ts';
import { startGameByDays } from './tables.ts';

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Analysis board' });

async function openBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Analysis board' }).press('Enter');
  await expect(panelOf(page)).toBeVisible();
}

test('moves tried inside a game are not played, are saved for their author, and become conditional moves', async ({
  visit,
  newVisitor,
}) => {
  const [south, north] = [await visit('/'), await newVisitor()];
  await startGameByDays(south, north);

  await openBoard(north);
  const panel = panelOf(north);
  await expect(panel.getByRole('button', { name: 'Use as conditional moves' })).toBeDisabled();
  await clickMove(north, { from: 'd2', to: 'd3' });
  await clickMove(north, { from: 'e7', to: 'e6' });
  await expect(panel.getByText('Move 2 of 2')).toBeVisible();
  // Another try, with the keyboard alone.
  await panel.getByRole('button', { name: 'Current position' }).press('Enter');
  await north.keyboard.press('Tab');
  await north.keyboard.type('e2e3');
  await north.keyboard.press('Enter');
  await north.keyboard.type('d7d6');
  await north.keyboard.press('Enter');
  await expect(panel.locator('[aria-current]')).toHaveAttribute('data-path', '1.0');
  await north.keyboard.press('ArrowLeft');
  await expect(panel.locator('[aria-current]')).toHaveAttribute('data-path', '1');
  await expect(panel.getByText('Saved', { exact: true })).toBeVisible();

  await panel.getByRole('button', { name: 'Use as conditional moves' }).press('Enter');
  await expect(panel.getByText('2 conditional moves')).toBeVisible();
  await north.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(north.getByRole('heading', { name: '2 conditional moves' })).toBeVisible();
  await waitForSeq(south, 4); // nothing was played

  await openBoard(south);
  await expect(panelOf(south).getByText('No move yet.')).toBeVisible();
  await south.keyboard.press('Escape');

  await goTo(north, north.url());
  await openBoard(north);
  await expect(panel.locator('[data-path="1.0"]')).toBeVisible();
  await clickMove(south, { from: 'e2', to: 'e3' });
  await waitForSeq(north, 6); // South's move, and the conditional one
  await expect(panel.locator('[data-path="0.0"]')).toHaveAttribute('aria-current', 'step');
  await expect(panel.locator('[data-path="1.0"]')).toBeVisible(); // the first try is a variation now
});

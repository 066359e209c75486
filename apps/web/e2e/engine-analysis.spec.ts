import type { Page } from '@playwright/test';
import { waitUntilReady } from './browser.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove } from './game-page.ts';

/** North's T on b2 is one step from its goal. South, to move, can capture it with the D on c3. */
const TAKES = '8/8/8/8/8/2d5/1T6/t7 s sn 0 1';

const panel = (page: Page) => page.getByRole('region', { name: 'Engine' });
const arrows = (page: Page, kind: string) => page.locator(`[data-arrow="${kind}"]`);
const arrow = async (page: Page, kind = 'best') => {
  const one = arrows(page, kind).first();
  return `${await one.getAttribute('data-from')}-${await one.getAttribute('data-to')}`;
};
const switchOn = (page: Page) => page.getByRole('checkbox', { name: 'Analyse this position' }).check();

const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (is ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('the best move is an arrow on the board and follows each move, and the switch is remembered', async ({
  visit,
}) => {
  const page = await visit('/analysis');
  await expect(arrows(page, 'best')).toHaveCount(0);
  await switchOn(page);
  await expect(arrows(page, 'best')).toHaveCount(1);
  const before = await arrow(page);
  await expect(panel(page).getByText(/Depth \d+/)).toBeVisible();
  await expect(
    panel(page)
      .getByText(/Even|better/)
      .first(),
  ).toBeVisible();

  await clickMove(page, { from: 'd2', to: 'd4' });
  await expect(arrows(page, 'best')).toHaveCount(1);
  await expect.poll(() => arrow(page)).not.toBe(before);

  await page.getByRole('checkbox', { name: 'Three lines' }).check();
  await expect(panel(page).locator('[data-line]')).toHaveCount(3);
  await expect(arrows(page, 'other')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Show the threat' }).check();
  await expect(arrows(page, 'threat')).toHaveCount(1);
  await expect(panel(page).getByText(/Threat: South/)).toBeVisible();

  await panel(page).locator('[data-line="1"] button').nth(1).click();
  await expect(page.locator('[data-path="0.0.0"]')).toBeVisible(); // d2-d4, and the two moves of the line
  await expect(panel(page).locator('[data-line="3"]')).toBeVisible();

  await page.reload();
  await waitUntilReady(page);
  await expect(page.getByRole('checkbox', { name: 'Analyse this position' })).toBeChecked();
  await expect(panel(page).locator('[data-line="3"]')).toBeVisible();
});

test('the engine pauses while the page is hidden, and stops when the game is decided', async ({ site, visit }) => {
  const page = await visit('/analysis');
  await switchOn(page);
  await expect(page.locator('[data-engine="thinking"]')).toBeVisible();
  await expect(arrows(page, 'best')).toHaveCount(1);
  await setHidden(page, true);
  await expect(page.locator('[data-engine="resting"]')).toBeVisible();
  await expect.poll(() => page.workers()).toEqual([]);
  await setHidden(page, false);
  await expect(page.locator('[data-engine="thinking"]')).toBeVisible();

  await page.goto(`${site.url}/analysis?position=${encodeURIComponent(TAKES)}`);
  await expect(panel(page).getByRole('status').filter({ hasText: 'South wins in 1' })).toBeVisible();
  await expect.poll(() => arrow(page)).toBe('18-9');
  await panel(page).locator('[data-line="1"] button').first().click();
  await expect(panel(page).getByText('The game is over, so there is nothing to find.')).toBeVisible();
  await expect(arrows(page, 'best')).toHaveCount(0);
  await expect(page.locator('[data-position]')).toHaveAttribute('data-position', /1d6/);
});

test('with four seats each side has its own winning chance', async ({ visit }) => {
  const page = await visit('/analysis');
  await page.getByLabel('Start again from').selectOption({ label: 'Four seats' });
  await switchOn(page);
  for (const side of ['South', 'West', 'North', 'East'])
    await expect(panel(page).getByText(new RegExp(`^${side} \\d+\\s%$`))).toBeVisible();
  await expect(panel(page).getByRole('status').filter({ hasText: 'has the best chances' })).toBeVisible();
});

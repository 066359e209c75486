import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { clickMove, shown } from './game-page.ts';
import { readyForOffline } from './offline.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

/** North's T on b2 is one step from its goal, and South to move can take it with the D on c3. */
const TAKES = '8/8/8/8/8/2d5/1T6/t7 s sn 0 1';

const panel = (page: Page) => page.getByRole('region', { name: 'Engine' });
const arrows = (page: Page, kind: string) => page.locator(`[data-arrow="${kind}"]`);
const arrow = async (page: Page, kind = 'best') => {
  const one = arrows(page, kind).first();
  return `${await one.getAttribute('data-from')}-${await one.getAttribute('data-to')}`;
};
const switchOn = (page: Page) => page.getByRole('checkbox', { name: 'Analyse this position' }).check();

/** What axe finds while the engine rests, as it does behind another page: it leaves what it found, and axe the machine. */
async function violationsAtRest(page: Page): Promise<string[]> {
  await setHidden(page, true);
  await page.locator('[data-engine="resting"]').waitFor();
  return violations(page);
}

/** Says that the page is hidden, or is not, as a browser does when one goes to another tab. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (is ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

test('the best move stands on the board as an arrow, follows a move, and the switch is remembered', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/analysis`);
  await alive(page);
  expect(await arrows(page, 'best').count()).toBe(0);
  await switchOn(page);
  await arrows(page, 'best').waitFor({ state: 'attached' });
  const before = await arrow(page);
  await panel(page)
    .getByText(/Depth \d+/)
    .waitFor();
  await panel(page)
    .getByText(/Even|better/)
    .first()
    .waitFor();

  await clickMove(page, { from: 'd2', to: 'd4' });
  await arrows(page, 'best').waitFor({ state: 'attached' });
  await expect.poll(() => arrow(page)).not.toBe(before);

  await page.getByRole('checkbox', { name: 'Three lines' }).check();
  await expect.poll(() => panel(page).locator('[data-line]').count()).toBe(3);
  await expect.poll(() => arrows(page, 'other').count()).toBe(2);
  await page.getByRole('checkbox', { name: 'Show the threat' }).check();
  await arrows(page, 'threat').waitFor({ state: 'attached' });
  await panel(page)
    .getByText(/Threat: South/)
    .waitFor();

  await panel(page).locator('[data-line="1"] button').nth(1).click();
  await page.locator('[data-path="0.0.0"]').waitFor(); // d2-d4, and the two moves of the line
  await panel(page).locator('[data-line="3"]').waitFor();
  expect(await violationsAtRest(page)).toEqual([]);

  await page.reload();
  await alive(page);
  expect(await page.getByRole('checkbox', { name: 'Analyse this position' }).isChecked()).toBe(true);
  await panel(page).locator('[data-line="3"]').waitFor();
  expect(faults).toEqual([]);
});

test('it stops while the page is hidden, goes on when it is shown, and is done when the game is decided', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/analysis`);
  await alive(page);
  await switchOn(page);
  await page.locator('[data-engine="thinking"]').waitFor();
  await arrows(page, 'best').waitFor({ state: 'attached' });
  await setHidden(page, true);
  await page.locator('[data-engine="resting"]').waitFor();
  await expect.poll(() => page.workers()).toEqual([]);
  await setHidden(page, false);
  await page.locator('[data-engine="thinking"]').waitFor();

  await page.goto(`${env.site.url}/analysis?position=${encodeURIComponent(TAKES)}`);
  await panel(page).getByRole('status').filter({ hasText: 'South wins in 1' }).waitFor();
  expect(await arrow(page)).toBe('18-9');
  await panel(page).locator('[data-line="1"] button').first().click();
  await panel(page).getByText('The game is over, so there is nothing to find.').waitFor();
  expect(await arrows(page, 'best').count()).toBe(0);
  expect((await shown(page)).position).toContain('1d6');
  expect(faults).toEqual([]);
});

test('with four seats each side has a chance of its own', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/analysis`);
  await alive(page);
  await page.getByLabel('Start again from').selectOption({ label: 'Four seats' });
  await switchOn(page);
  for (const side of ['South', 'West', 'North', 'East'])
    await panel(page)
      .getByText(new RegExp(`^${side} \\d+\\s%$`))
      .waitFor();
  await panel(page).getByRole('status').filter({ hasText: 'has the best chances' }).waitFor();
  expect(await violationsAtRest(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('without a connection the board opens and the engine thinks, once any page was visited', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults, { serviceWorkers: 'allow' });
  await page.goto(env.site.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await readyForOffline(page);
  await page.context().setOffline(true);
  await page.goto(`${env.site.url}/analysis?position=${encodeURIComponent(TAKES)}`);
  await switchOn(page);
  await panel(page).getByRole('status').filter({ hasText: 'South wins in 1' }).waitFor();
  expect(await arrow(page)).toBe('18-9');
  await page.context().close();
  expect(faults).toEqual([]);
});

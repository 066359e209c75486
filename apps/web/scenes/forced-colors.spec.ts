import type { Locator, Page } from '@playwright/test';
import { clickMove } from '../e2e/game-page.ts';
import { axeViolations } from './checks/accessibility.ts';
import { expect, test } from './checks/scene-test.ts';

/** Waits until an element's background differs from that of `other`, which does not change. */
async function expectOtherBackground(element: Locator, other: Locator): Promise<void> {
  const color = await other.evaluate((node) => getComputedStyle(node).backgroundColor);
  await expect(element).not.toHaveCSS('background-color', color);
}

test.afterEach(async ({ tab }) => tab.emulateMedia({ forcedColors: null, colorScheme: null }));

for (const colorScheme of ['light', 'dark'] as const) {
  const force = (page: Page) => page.emulateMedia({ forcedColors: 'active', colorScheme });

  test(`forced colours on a ${colorScheme} background distinguish chosen settings`, async ({ openScene, tab }) => {
    await force(tab);
    const { page } = await openScene('settings');
    await expectOtherBackground(
      page.locator('label > :checked + span').first(),
      page.locator('label > :not(:checked) + span').first(),
    );
    await expectOtherBackground(
      page.locator('input[type="checkbox"]:checked').first(),
      page.locator('input[type="checkbox"]:not(:checked)').first(),
    );
    const violations = await axeViolations(page, 'all');
    expect(violations).toEqual([]);
  });

  test(`forced colours on a ${colorScheme} background distinguish a pressed button, the current move and the side to move`, async ({
    openScene,
    tab,
  }) => {
    await force(tab);
    const { page } = await openScene('local-game');
    await page.keyboard.press('n');
    const tools = page.locator('[data-part="facts"] button');
    await expectOtherBackground(tools.and(page.locator('[aria-pressed="true"]')), tools.first());
    const plate = (side: string) => page.locator(`[data-plate="${side}"]`);
    await expect(plate('south')).toHaveCSS('outline-style', 'solid');
    await expect(plate('north')).toHaveCSS('outline-style', 'none');
    await clickMove(page, { from: 'd2', to: 'd3' });
    await expect(plate('north')).toHaveCSS('outline-style', 'solid');
    await expectOtherBackground(page.locator('[data-ply][aria-current]'), page.locator('body'));
  });
}

import type { Page } from '@playwright/test';
import { SCREENS, type ScreenName } from '../e2e/screens.ts';
import { endings } from './catalogue.ts';
import { axeFaultsInBothThemes, misfits } from './checks/scene-faults.ts';
import { expect, test } from './checks/scene-test.ts';

for (const [which, scenes] of Object.entries(endings)) {
  test(`every end ${which} is fully visible and of one height on each screen`, async ({ openScene }) => {
    const heights = new Map<ScreenName, number>();
    for (const name of Object.keys(scenes)) {
      await test.step(name, async () => {
        const { page } = await openScene(name);
        const faults = await misfits(page, (screen) => endingFaults(page, screen, heights));
        expect.soft([...faults, ...(await axeFaultsInBothThemes(page))], name).toEqual([]);
      });
    }
  });
}

/** @param heights of the first end on each screen; all others have the same */
async function endingFaults(page: Page, screen: ScreenName, heights: Map<ScreenName, number>): Promise<string[]> {
  const box = await page.locator('[data-part="ending"]').boundingBox();
  const height = Math.round(box?.height ?? 0);
  const usual = heights.get(screen) ?? height;
  heights.set(screen, usual);
  const isVisible = box !== null && box.y >= 0 && box.y + box.height <= SCREENS[screen].height + 0.5;
  return [
    ...(isVisible ? [] : ['the end is not fully visible']),
    ...(height === usual ? [] : [`the end is ${height} px high, not ${usual}`]),
  ];
}

test('a game that was aborted before a move has no replay', async ({ openScene }) => {
  const { page } = await openScene('ending-aborted');
  await expect(page.locator('[data-part="ending"]')).toBeVisible();
  await expect(page.locator('[data-part="replay"]')).toHaveCount(0);
});

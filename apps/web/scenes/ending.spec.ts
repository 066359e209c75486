import type { Page } from '@playwright/test';
import { isThorough } from '../../../tools/testing/suite.ts';
import { SCREENS, type ScreenName } from '../e2e/screens.ts';
import { endings } from './catalogue.ts';
import { layoutProblemsOnScreens, sceneProblems } from './checks/scene-problems.ts';
import { expect, test } from './checks/scene-test.ts';
import { VIEWS } from './checks/views.ts';

for (const { texts, options } of VIEWS) {
  for (const [which, scenes] of Object.entries(endings)) {
    test(`every end ${which} is fully visible and has the same height on each screen in ${texts}`, async ({
      openScene,
      unlessPassed,
    }) => {
      const names = Object.keys(scenes);
      await unlessPassed(names, options, async () => {
        const heights = new Map<ScreenName, number>();
        for (const name of names) {
          const { page, scene } = await openScene(name, options);
          const more = (screen: ScreenName) => endingProblems(page, screen, heights);
          // All ends have the same elements.
          const isWithAxe = isThorough || name === names[0];
          const problems = await (isWithAxe ? sceneProblems(page, scene, more) : layoutProblemsOnScreens(page, more));
          expect.soft(problems, name).toEqual([]);
        }
      });
    });
  }
}

/** @param heights of the first end on each screen, which all others must have */
async function endingProblems(page: Page, screen: ScreenName, heights: Map<ScreenName, number>): Promise<string[]> {
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

test('a game aborted before its first move has no replay', async ({ openScene }) => {
  const { page } = await openScene('ending-aborted');
  await expect(page.locator('[data-part="ending"]')).toBeVisible();
  await expect(page.locator('[data-part="replay"]')).toHaveCount(0);
});

test('a player whose opponent did not come plays the same game against a computer with one click', async ({
  openScene,
}) => {
  const { page, scene } = await openScene('ending-waited-offered');
  const opponent = page.locator('[data-part="ending"] .first:not(.primary)').last();
  await opponent.click();
  await expect(page).not.toHaveURL(new RegExp(`${scene.path}$`));
  await expect(page.locator('[data-position]')).toBeVisible();
});

test('a player who did not come is not offered a game against a computer', async ({ openScene }) => {
  const { page } = await openScene('ending-did-not-come');
  await expect(page.locator('[data-part="ending"]')).toBeVisible();
  await expect(page.locator('[data-part="ending"] .first:not(.primary)')).toHaveCount(0);
});

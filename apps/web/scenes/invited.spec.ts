import type { Page } from '@playwright/test';
import type { ScreenName } from '../e2e/screens.ts';
import { layoutProblemsOnScreens } from './checks/scene-problems.ts';
import { expect, test } from './checks/scene-test.ts';
import { VIEWS } from './checks/views.ts';

const KEPT_FREE =
  'header a, header button, [data-part="facts"] :is(a, button), [data-board-page] [role="grid"], [data-plate], [data-part="actions"] button';
const NOTICE = '[role="status"] section';
/** On the lowest screens a lesson is longer than the screen, so notice and board are never visible together. */
const LOW: readonly ScreenName[] = ['360x640', '640x400'];

for (const { texts, options } of VIEWS) {
  for (const name of ['two-invited', 'four-invited']) {
    test(`the notice of ${name} covers no header, board, clock or action in ${texts}`, async ({ openScene }) => {
      const { page } = await openScene(name, options);
      await expect(page.locator(NOTICE)).toBeVisible();
      const problems = await layoutProblemsOnScreens(page, () => covered(page));
      expect(problems).toEqual([]);
    });
  }

  for (const name of ['analysis-invited', 'editor-invited', 'learn-invited']) {
    test(`the notice of ${name} covers no header and no board in ${texts}`, async ({ openScene }) => {
      const { page } = await openScene(name, options);
      await expect(page.locator(NOTICE)).toBeVisible();
      const problems = await layoutProblemsOnScreens(page, async (screen) =>
        LOW.includes(screen) ? [] : covered(page),
      );
      expect(problems).toEqual([]);
    });
  }

  test(`an invitation and a draw offer fit next to each other in ${texts}`, async ({ openScene }) => {
    const { page } = await openScene('two-invited-asked', options);
    await expect(page.locator('[data-banners="asking"]')).toBeVisible();
    const problems = await layoutProblemsOnScreens(page);
    expect(problems).toEqual([]);
  });
}

/** The elements that the notice covers, and the notice itself if it is off screen. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([notices, others]) => {
      const notice = document.querySelector(notices);
      if (notice === null || !notice.checkVisibility({ visibilityProperty: true }))
        return ['the notice is not visible'];
      const own = notice.getBoundingClientRect();
      if (own.top < 0 || own.bottom > innerHeight) return ['the notice is outside the screen'];
      const SLACK = 1; // px, for borders and rounding
      return [...document.querySelectorAll(others)].flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return [];
        const box = element.getBoundingClientRect();
        const meets =
          Math.min(box.right, own.right) - Math.max(box.left, own.left) > SLACK &&
          Math.min(box.bottom, own.bottom) - Math.max(box.top, own.top) > SLACK;
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return meets ? [`covers ${element.tagName.toLowerCase()} "${name.trim().slice(0, 40)}"`] : [];
      });
    },
    [NOTICE, KEPT_FREE] as const,
  );

import { LANGUAGES } from '@terrace/protocol';
import { board } from './board-state.ts';
import { expect, test } from './fixtures/test.ts';
import { onEveryScreen } from './screens.ts';

for (const locale of LANGUAGES) {
  test(`the actions of pass and play stay within their column in "${locale}"`, async ({ visit }) => {
    const page = await visit('/local', { locale });
    await page.locator('form .buttons button').click();
    await expect(board(page)).toBeVisible();
    const out: string[] = [];
    await onEveryScreen(page, async (screen) => {
      const isInside = await page.locator('[data-part="actions"]').evaluate((actions) => {
        const { right } = actions.getBoundingClientRect();
        return [...actions.querySelectorAll('button')].every(
          (each) => each.getBoundingClientRect().right <= right + 1, // px, for rounding
        );
      });
      if (!isInside) out.push(screen);
    });
    expect(out).toEqual([]);
  });
}

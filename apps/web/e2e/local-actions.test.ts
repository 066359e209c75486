import { LANGUAGES } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { onEveryScreen } from './screens.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

test.each(LANGUAGES)('the actions of pass and play stay within their column in "%s"', async (locale) => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults, { locale });
  await page.goto(`${env.site.url}/local`);
  await alive(page);
  await page.locator('form .buttons button').click();
  await page.waitForSelector('[data-position]');
  const out: string[] = [];
  await onEveryScreen(page, async (screen) => {
    const inside = await page.locator('[data-part="actions"]').evaluate((actions) => {
      const { right } = actions.getBoundingClientRect();
      return [...actions.querySelectorAll('button')].every(
        (each) => each.getBoundingClientRect().right <= right + 1, // px: fractions
      );
    });
    if (!inside) out.push(screen);
  });
  expect(out).toEqual([]);
  expect(faults).toEqual([]);
});

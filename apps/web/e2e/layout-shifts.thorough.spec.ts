import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/test.ts';

const layoutShifts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().length));
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(observer.takeRecords().length), 100); // the observer is not called if there was no shift
      }),
  );

for (const language of ['en', 'de'])
  test(`nothing moves while the lobby and a game load in "${language}"`, async ({
    site,
    newVisitor,
    createHostedGame,
  }) => {
    const game = await createHostedGame(['south', 'north'], { time: null });
    for (const address of [site.url, game.url]) {
      const page = await newVisitor({ locale: language });
      await page.goto(address, { waitUntil: 'networkidle' });
      await expect.poll(() => layoutShifts(page)).toBe(0);
    }
  });

import type { Page } from '@playwright/test';
import type { Side } from '@terrace/rules';
import { fetchPlayerName } from './chat.ts';
import { expect, test } from './fixtures/test.ts';
import { waitForSeq } from './game-page.ts';
import { waitForPaint } from './screens.ts';

const NOTICE = '[role="status"] section';
const GAMES = [
  { setup: 'long', sides: ['south', 'north'] },
  { setup: 'four', sides: ['south', 'west', 'north', 'east'] },
] as const satisfies readonly { setup: string; sides: readonly Side[] }[];

for (const { setup, sides } of GAMES) {
  test(`an invitation moves no part of a game of setup ${setup}, and the keyboard can answer it`, async ({
    createHostedGame,
    newGuest,
    site,
  }) => {
    const { page } = await createHostedGame<Side>(sides, { setup });
    await waitForSeq(page, 2 + sides.length); // created, seated, started
    const before = await boardBoxes(page);
    const host = await newGuest();
    const reserved = [{ side: 'north' as const, name: await fetchPlayerName(page, site.url) }];
    await host.create({}, 'south', { reserved });
    const notice = page.locator(NOTICE);
    await expect(notice).toBeVisible();
    await expect.poll(() => boardBoxes(page)).toEqual(before);

    await notice.getByRole('button').last().focus();
    await page.keyboard.press('Enter');
    await expect(notice).toHaveCount(0);
    await expect.poll(() => boardBoxes(page)).toEqual(before);
  });
}

async function boardBoxes(page: Page): Promise<readonly (readonly number[])[]> {
  await waitForPaint(page);
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="grid"], [data-plate], [data-part="actions"]')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    }),
  );
}

import type { Page } from '@playwright/test';
import { pageAt } from '../fixtures/page.ts';
import type { Scenes } from '../scene.ts';

/** Chooses a game of four in which computers play at two sides. */
async function chooseComputers(page: Page): Promise<void> {
  await page.locator('select').first().selectOption('four');
  for (const seat of [1, 3]) await page.locator('fieldset [aria-pressed]').nth(seat).click();
}

async function start(page: Page): Promise<void> {
  await page.locator('form .buttons button').click();
  await page.locator('[data-position]').waitFor();
}

/** Games on one screen. */
export const localScenes: Scenes = {
  local: () => pageAt('/local'),
  'local-game': () => ({ ...pageAt('/local'), steps: start }),
  'computer-local': () => ({ ...pageAt('/local'), whole: true, steps: chooseComputers }),
  'computer-local-game': () => ({
    ...pageAt('/local'),
    steps: async (page) => {
      await chooseComputers(page);
      await start(page);
    },
  }),
};

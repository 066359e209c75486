import type { Page } from '@playwright/test';
import { pageAt } from '../fixtures/page.ts';
import type { Scenes } from '../scene.ts';

/** Chooses a game of four with computers on two sides. */
async function chooseComputers(page: Page): Promise<void> {
  await page.locator('select').first().selectOption('four');
  for (const seat of [1, 3]) await page.locator('fieldset [aria-pressed]').nth(seat).click();
}

async function start(page: Page): Promise<void> {
  await page.locator('form .buttons button').click();
  await page.locator('[data-position]').waitFor();
}

const act = (page: Page, place: number) => page.locator('[data-part="actions"] button').nth(place).click();

export const localScenes: Scenes = {
  local: () => pageAt('/local'),
  'local-game': () => ({ ...pageAt('/local'), steps: start }),
  'local-drawn': () => ({
    ...pageAt('/local'),
    steps: async (page) => {
      await start(page);
      await act(page, 2);
      await page.locator('.ask button').first().click();
      await page.locator('[data-part="ending"]').waitFor();
    },
  }),
  'local-paused': () => ({
    ...pageAt('/local'),
    steps: async (page) => {
      await page.locator('select').first().selectOption('four');
      await page.locator('input[value="clock"]').check({ force: true });
      await start(page);
      await page.locator('.more > button').click();
      await page.locator('.more fieldset button').first().click();
      await page.locator('[data-notice="paused"]').waitFor();
    },
  }),
  'computer-local': () => ({ ...pageAt('/local'), whole: true, steps: chooseComputers }),
  'computer-local-game': () => ({
    ...pageAt('/local'),
    steps: async (page) => {
      await chooseComputers(page);
      await start(page);
    },
  }),
};

import type { Page } from '@playwright/test';
import type { Side } from '@terrace/rules';

type Step = (page: Page) => Promise<void>;

/** Opens the card of the player at a side. */
export const openCard =
  (side: Side): Step =>
  async (page) => {
    await page.locator(`[data-plate="${side}"] button`).first().click();
    await page.getByRole('dialog').waitFor();
  };

/** Chooses a square of the board, in either view. */
export const select =
  (square: string): Step =>
  async (page) => {
    await page.locator(`[data-square="${square}"]`).dispatchEvent('click');
  };

/** Presses a key. */
export const press =
  (key: string): Step =>
  (page) =>
    page.keyboard.press(key);

import type { Page } from '@playwright/test';
import type { Side } from '@terrace/rules';

type Step = (page: Page) => Promise<void>;

export const openCard =
  (side: Side): Step =>
  async (page) => {
    await page.locator(`[data-plate="${side}"] button`).first().click();
    await page.getByRole('dialog').waitFor();
  };

/** Works in 2D and 3D. */
export const select =
  (square: string): Step =>
  async (page) => {
    await page.locator(`[data-square="${square}"]`).dispatchEvent('click');
  };

export const press =
  (key: string): Step =>
  (page) =>
    page.keyboard.press(key);

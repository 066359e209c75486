import { expect, type Page } from '@playwright/test';

/** The current board. Its attributes contain the number of the last event and the position text (R24). */
export const board = (page: Page) => page.locator('[data-position]').first();

export const expectPlacement = (page: Page, placement: string): Promise<void> =>
  expect(board(page)).toHaveAttribute('data-position', new RegExp(`^${RegExp.escape(placement)} `));

/** Waits until the board shows the position before this ply. */
export const expectPly = (page: Page, ply: number): Promise<void> =>
  expect(board(page)).toHaveAttribute('data-position', new RegExp(` ${ply}$`));

export const selected = (page: Page) => page.locator('[data-square][aria-selected="true"]');

export const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);

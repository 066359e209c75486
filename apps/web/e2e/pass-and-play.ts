import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import type { Side } from '@terrace/rules';

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export async function configureGame(
  page: Page,
  setup: string,
  computers: Partial<Record<Side, string>>,
): Promise<void> {
  await page.getByLabel(messages.common.setup).selectOption({ label: setup });
  for (const [side, strength] of Object.entries(computers)) {
    const seat = messages.side[side as Side];
    await button(page, messages.computer.inSeat({ seat })).click();
    await page.getByRole('combobox', { name: seat }).selectOption({ label: strength });
  }
}

export const start = (page: Page) => button(page, messages.common.startGame).click();

/** The side is given by its letter. A later ply is accepted. */
export const waitForTurn = (page: Page, letter: string, ply: number) =>
  page.waitForFunction(
    ([wanted, from]) => {
      const fields = document.querySelector('[data-position]')?.getAttribute('data-position')?.split(' ') ?? [];
      return fields[1] === wanted && Number(fields[4]) >= Number(from);
    },
    [letter, String(ply)],
  );

import type { Page } from '@playwright/test';
import { GameLog } from '@terrace/protocol';
import type { Side } from '@terrace/rules';

const board = '[data-position]';

/** The number of the last event and the position text (R24) that a page shows. */
export type ShownState = { seq: number; position: string };

export const readShownState = (page: Page): Promise<ShownState> =>
  page.$eval(board, (element) => {
    const { seq = '', position = '' } =
      element instanceof HTMLElement || element instanceof SVGElement ? element.dataset : {};
    return { seq: Number(seq), position };
  });

/** The seq at which a game for two has started: created, seated twice, started. */
export const STARTED_SEQ = 4;

/** Waits for the event `seq` or a later one. */
export const waitForSeq = (page: Page, seq: number): Promise<unknown> =>
  page.waitForFunction(
    ([selector, wanted]) => {
      const element = document.querySelector(selector);
      return element !== null && Number(element.getAttribute('data-seq')) >= wanted;
    },
    [board, seq] as const,
    { timeout: 20_000 },
  );

export async function clickMove(page: Page, { from, to }: { from: string; to: string }): Promise<void> {
  await page.click(`[data-square="${from}"]`);
  await page.click(`[data-square="${to}"]`);
}

/** The server's events of the game that a page shows. */
export async function fetchEvents(page: Page): Promise<GameLog['events']> {
  const { origin, pathname } = new URL(page.url());
  const answer = await page.request.get(`${origin}/api/games/${pathname.split('/').at(-1)}`);
  return GameLog.parse(await answer.json()).events;
}

export const waitForPlateText = (page: Page, side: Side, text: string): Promise<void> =>
  page.locator(`[data-plate="${side}"]`, { hasText: text }).waitFor();

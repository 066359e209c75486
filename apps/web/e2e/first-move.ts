import type { BrowserContextOptions, Page } from '@playwright/test';
import { messages } from '@terrace/messages';

export const DEVICES = {
  desk: {},
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
} as const satisfies Record<string, BrowserContextOptions>;

export type DeviceName = keyof typeof DEVICES;

/** Starts a game against a computer and makes the first move. @returns times in ms since the start */
export async function measureFirstMove(
  page: Page,
  site: string,
): Promise<{ page: number; board: number; move: number }> {
  const begun = performance.now();
  const since = () => performance.now() - begun;
  await page.goto(site);
  const there = since();
  await page.getByRole('button', { name: new RegExp(`^${messages.computer.title}`) }).click();
  await page.waitForURL(/\/game\/\w+/);
  await page.waitForSelector('[data-position*=" s "] [data-square="d2"]');
  const board = since();
  for (const square of ['d2', 'd3']) await page.locator(`[data-square="${square}"]`).click();
  await page.waitForSelector('[data-position*=" n "], [data-position$=" 3"]');
  return { page: there, board, move: since() };
}

export async function throttleCpu(page: Page, times: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
}

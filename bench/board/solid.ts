import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { waitUntilReady } from '../../apps/web/e2e/browser.ts';

const MEASURED_MS = 3000;

/** Frames per second of the 3D board, while the mouse rotates its camera and at rest. */
export async function solidFrames(browser: Browser, site: string): Promise<{ turned: number; atRest: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(`
    globalThis.drawn = new Set();
    const draw = WebGL2RenderingContext.prototype.drawElements;
    WebGL2RenderingContext.prototype.drawElements = function (...args) {
      drawn.add(document.timeline.currentTime); // equal for all calls within a frame
      return draw.apply(this, args);
    };`);
  await page.goto(`${site}/local`);
  await waitUntilReady(page);
  await page.getByRole('button', { name: messages.common.startGame, exact: true }).click();
  await page.getByRole('radio', { name: '3D' }).check({ force: true });
  await page.waitForSelector('[data-view="3d"]');
  await page.waitForFunction('drawn.size > 0');
  await delay(MEASURED_MS);
  const box = await page.locator('[data-view="3d"]').boundingBox();
  if (box === null) throw new Error('there is no 3D board');
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const turned = await framesDuring(page, async (until) => {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    for (let n = 0; performance.now() < until; n += 1) {
      await page.mouse.move(middle.x + 200 * Math.sin(n / 15), middle.y + 20 * Math.sin(n / 9));
      await delay(16);
    }
    await page.mouse.up();
  });
  await delay(MEASURED_MS);
  const atRest = await framesDuring(page, () => delay(MEASURED_MS));
  await context.close();
  return { turned, atRest };
}

async function framesDuring(page: Page, act: (until: number) => Promise<unknown>): Promise<number> {
  await page.evaluate('drawn.clear()');
  const begun = performance.now();
  await act(begun + MEASURED_MS);
  const count = Number(await page.evaluate('drawn.size'));
  return (count * 1000) / (performance.now() - begun);
}

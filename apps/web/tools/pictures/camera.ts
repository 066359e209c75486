import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';

const FOLDER = new URL('../../../../shots/', import.meta.url).pathname;
const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
const AT_REST_MS = 300; // fonts are there and nothing moves any more

/**
 * Takes a page at desk and phone size, light and dark, and says where it scrolls. The files lie in /shots/ at the root.
 *
 * @param part what fits the screen, or all there is to scroll to
 */
export async function shoot(page: Page, name: string, part: 'screen' | 'whole' = 'screen'): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  await page.bringToFront(); // a page in the back does not animate
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(AT_REST_MS);
      await page.screenshot({ path: `${FOLDER}${name}-${size}-${colorScheme}.png`, fullPage: part === 'whole' });
    }
    const [wide, tall] = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth > innerWidth, scrollHeight > innerHeight];
    });
    process.stdout.write(`${name} ${size}${wide ? ', scrolls sideways' : ''}${tall ? ', scrolls' : ''}\n`);
  }
  await page.setViewportSize(SIZES.desk);
}

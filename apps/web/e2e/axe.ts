import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { z } from 'zod';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];
const Violations = z.array(z.string());

/** What axe finds on the page as it stands, light and dark, at a desk and on a phone; also whether it scrolls sideways. */
export async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.bringToFront();
  await page.evaluate(AXE); // a page lets nobody add a script
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Of all that axe looks at, only contrast depends on the colours.
      const rules = colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] };
      // Only sounds that begin by themselves and an experimental rule would have files loaded once more, at every look.
      const options = JSON.stringify({ ...rules, resultTypes: ['violations'], preload: false });
      const violations = await page.evaluate(
        `axe.run(document, ${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' at ' + nodes[0].target))`,
      );
      found.push(...Violations.parse(violations).map((each) => `${each}, ${size.width} px, ${colorScheme}`));
    }
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
      found.push(`scrolls sideways at ${size.width} px`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return found;
}

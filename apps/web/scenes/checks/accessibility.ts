import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { z } from 'zod';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const Violations = z.array(z.string());

/** All rules, or the one that depends on colours. */
export type AxeRules = 'all' | 'contrast';

/** What axe finds on the page as it is. The page is left unchanged, apart from axe's own global. */
export async function axeViolations(page: Page, rules: AxeRules): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE); // the page's policy allows no script tag
  // Preloading is for sounds that start on their own, and would load each style sheet again.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules === 'contrast' && { runOnly: ['color-contrast'] }),
  };
  const found = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' at ' + nodes[0].target))`,
  );
  return Violations.parse(found);
}

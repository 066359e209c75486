import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { z } from 'zod';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const Violations = z.array(z.string());

/** All rules, or only contrast, the one that depends on colours. */
export type AxeRules = 'all' | 'contrast';

/** The violations that axe finds. The page is left unchanged, apart from axe's own global. */
export async function axeViolations(page: Page, rules: AxeRules): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE); // the page's CSP allows no script tag
  // Preloading serves checks of autoplaying sounds, and would load each style sheet again.
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

import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Language } from '@terrace/protocol';
import { layoutProblems } from '../../e2e/boxes.ts';
import { onEveryScreen, SCREENS, waitForPaint } from '../../e2e/screens.ts';

const FOLDER = new URL('../../../../shots/', import.meta.url).pathname;

/** Writes into /shots/. @param whole whether pictures show the page beyond the screen @returns layout problems */
export async function takePictures(
  page: Page,
  name: string,
  language: Language,
  whole: boolean,
): Promise<readonly string[]> {
  mkdirSync(FOLDER, { recursive: true });
  const found: string[] = [];
  await onEveryScreen(page, async (screen) => {
    // Measured first, because a full-page picture ends touch emulation.
    found.push(...(await layoutProblems(page, SCREENS[screen].touch)).map((problem) => `  ${screen}: ${problem}`));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await waitForPaint(page);
      await page.screenshot({ path: `${FOLDER}${name}-${screen}-${colorScheme}-${language}.png`, fullPage: whole });
    }
  });
  await page.emulateMedia({ colorScheme: null });
  return found;
}

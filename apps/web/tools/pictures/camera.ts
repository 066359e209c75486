import { mkdirSync } from 'node:fs';
import { boxFaults } from '../../e2e/boxes.ts';
import type { SceneContext } from '../../e2e/scenes/scene-context.ts';
import { onEveryScreen, painted, SCREENS } from '../../e2e/screens.ts';

const FOLDER = new URL('../../../../shots/', import.meta.url).pathname;

/**
 * Takes a page on every screen, light and dark, into /shots/ at the root, and says what does not fit there.
 *
 * @param language written into the names of the files
 */
export const camera =
  (language: string): SceneContext['shoot'] =>
  async (page, name, part = 'screen') => {
    mkdirSync(FOLDER, { recursive: true });
    await page.bringToFront(); // a page in the back does not animate
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await onEveryScreen(page, async (screen) => {
      // Measured first: a picture of a whole page ends the emulation of touch.
      const faults = await boxFaults(page, SCREENS[screen].touch);
      process.stdout.write([`${name} ${screen} ${language}`, ...faults.map((fault) => `  ${fault}`), ''].join('\n'));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await painted(page);
        const path = `${FOLDER}${name}-${screen}-${colorScheme}-${language}.png`;
        await page.screenshot({ path, fullPage: part === 'whole' });
      }
    });
    await page.emulateMedia({ colorScheme: null });
  };

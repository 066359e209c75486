/**
 * Compares pictures of every scene with those of another version. In `apps/web`, with the pages built by `pnpm scenes` or a test:
 *
 *     TERRACE_PICTURES=/tmp/pictures playwright test --project pictures --update-snapshots   # before the change
 *     TERRACE_PICTURES=/tmp/pictures playwright test --project pictures                      # after it
 */
import { onScreens } from '../e2e/screens.ts';
import { scenes } from './catalogue.ts';
import { expect, test } from './checks/scene-test.ts';

for (const name of Object.keys(scenes)) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${name} in ${theme} colors`, async ({ openScene }) => {
      const { page, scene } = await openScene(name, { texts: 'languages', preferences: { theme } });
      const screens = scene.screen ? [scene.screen] : (['360x740', '820x1180', '1280x800', '1920x1080'] as const);
      await onScreens(page, screens, async (screen) => {
        const options = { fullPage: scene.whole ?? false, mask: [page.locator('.clock')] }; // clocks run
        await expect.soft(page).toHaveScreenshot(`${name}-${theme}-${screen}.png`, options);
      });
    });
  }
}

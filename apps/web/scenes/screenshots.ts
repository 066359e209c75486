/**
 * Draws the pictures of the app that the manifest shows before it is installed, into static/screenshots/. In
 * `apps/web`: `TERRACE_SCREENSHOTS=1 playwright test --project screenshots`
 */
import { test } from './checks/scene-test.ts';

const QUALITY = 60;

for (const [name, scene, width, height] of [
  ['game-wide', 'two', 1280, 800],
  ['game-narrow', 'two', 360, 740],
  ['inbox-narrow', 'inbox-30', 360, 740],
] as const)
  test(name, async ({ openScene }) => {
    const { page } = await openScene(scene, { texts: 'languages', preferences: { theme: 'light' } });
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `static/screenshots/${name}.jpg`, type: 'jpeg', quality: QUALITY });
  });

import type { Page } from '@playwright/test';

/** The screens that every page is made for, in CSS pixels; the first four are touched. */
export const SCREENS = {
  '360x640': { width: 360, height: 640, touch: true },
  '360x740': { width: 360, height: 740, touch: true },
  '640x400': { width: 640, height: 400, touch: true },
  '820x1180': { width: 820, height: 1180, touch: true },
  '1280x800': { width: 1280, height: 800, touch: false },
  '1920x1080': { width: 1920, height: 1080, touch: false },
} as const;

export type ScreenName = keyof typeof SCREENS;

/** All names, in the order of the list. */
export const screenNames = Object.keys(SCREENS) as ScreenName[];

/** Shows the page on these screens in turn, with a finger or a mouse, and as before at the end. */
export async function onScreens(
  page: Page,
  names: readonly ScreenName[],
  visit: (screen: ScreenName) => Promise<void>,
): Promise<void> {
  const before = page.viewportSize() ?? SCREENS['1280x800'];
  const devtools = await page.context().newCDPSession(page);
  for (const name of names) {
    const { width, height, touch } = SCREENS[name];
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: touch });
    await page.setViewportSize({ width, height });
    await waitForPaint(page);
    await visit(name);
  }
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await devtools.detach();
  await page.setViewportSize(before);
}

/** Shows the page on each screen in turn. */
export const onEveryScreen = (page: Page, visit: (screen: ScreenName) => Promise<void>): Promise<void> =>
  onScreens(page, screenNames, visit);

/** Resolves when fonts are there, and what observes sizes has drawn itself anew. */
export const waitForPaint = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let n = 0; n < 3; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

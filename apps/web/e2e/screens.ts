import type { Page } from '@playwright/test';

/** The screens that every page supports, in CSS pixels. */
export const SCREENS = {
  '360x640': { width: 360, height: 640, touch: true },
  '360x740': { width: 360, height: 740, touch: true },
  '640x400': { width: 640, height: 400, touch: true },
  '820x1180': { width: 820, height: 1180, touch: true },
  '1280x800': { width: 1280, height: 800, touch: false },
  '1920x1080': { width: 1920, height: 1080, touch: false },
} as const;

export type ScreenName = keyof typeof SCREENS;

export const screenNames = Object.keys(SCREENS) as ScreenName[];

/** Shows the page on each of these screens, with touch or mouse, and restores the viewport afterwards. */
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

export const onEveryScreen = (page: Page, visit: (screen: ScreenName) => Promise<void>): Promise<void> =>
  onScreens(page, screenNames, visit);

/** Resolves after fonts are loaded and size observers have updated the page. */
export const waitForPaint = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let n = 0; n < 3; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });

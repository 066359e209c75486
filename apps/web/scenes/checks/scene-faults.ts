import type { Page } from '@playwright/test';
import { bySuite, isThorough } from '../../../../tools/testing/suite.ts';
import { boxFaults } from '../../e2e/boxes.ts';
import { onScreens, SCREENS, type ScreenName, screenNames } from '../../e2e/screens.ts';
import type { Scene } from '../scene.ts';
import { axeFaults } from './accessibility.ts';

const PHONE: ScreenName = '360x740';
/** The screens of the default suite, and all in the thorough one. */
const CHECKED = bySuite<readonly ScreenName[]>(['1280x800', PHONE], screenNames);

/** An additional check on each screen. */
type MoreFaults = (screen: ScreenName) => Promise<readonly string[]>;

/** Faults of layout, each with the name of its screen. */
export async function misfits(page: Page, more: MoreFaults = async () => []): Promise<readonly string[]> {
  const found: string[] = [];
  await onScreens(page, CHECKED, async (screen) => {
    const faults = [...(await boxFaults(page, SCREENS[screen].touch)), ...(await more(screen))];
    found.push(...faults.map((fault) => `${screen}: ${fault}`));
  });
  return found;
}

/** What axe finds on the page as it is, in light and in dark; of its rules, only contrast depends on colours. */
export async function axeFaultsInBothThemes(page: Page): Promise<readonly string[]> {
  const light = await axeFaults(page, 'all');
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeFaults(page, 'contrast');
  await page.emulateMedia({ colorScheme: null });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

/**
 * Faults of layout and of accessibility. Axe checks a state on a phone only if it has other elements there, or in the thorough suite.
 */
export async function sceneFaults(
  page: Page,
  scene: Scene,
  more: MoreFaults = async () => [],
): Promise<readonly string[]> {
  const onPhone = isThorough ? () => axeFaultsInBothThemes(page) : () => axeFaults(page, 'all');
  const found = await misfits(page, async (screen) => [
    ...(await more(screen)),
    ...(screen === PHONE && (isThorough || scene.otherOnPhone) ? await onPhone() : []),
  ]);
  return [...found, ...(await axeFaultsInBothThemes(page))];
}

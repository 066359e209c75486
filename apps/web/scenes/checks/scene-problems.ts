import type { Page } from '@playwright/test';
import { bySuite, isThorough } from '../../../../tools/testing/suite.ts';
import { layoutProblems } from '../../e2e/boxes.ts';
import { onScreens, SCREENS, type ScreenName, screenNames } from '../../e2e/screens.ts';
import type { Scene } from '../scene.ts';
import { axeViolations } from './accessibility.ts';

const PHONE: ScreenName = '360x740';
/** Two screens in the default suite, all in the thorough one. */
const CHECKED = bySuite<readonly ScreenName[]>(['1280x800', PHONE], screenNames);

type ExtraCheck = (screen: ScreenName) => Promise<readonly string[]>;

/** Layout problems on each screen, prefixed with its name. */
export async function layoutProblemsOnScreens(
  page: Page,
  more: ExtraCheck = async () => [],
): Promise<readonly string[]> {
  const found: string[] = [];
  await onScreens(page, CHECKED, async (screen) => {
    const problems = [...(await layoutProblems(page, SCREENS[screen].touch)), ...(await more(screen))];
    found.push(...problems.map((problem) => `${screen}: ${problem}`));
  });
  return found;
}

/** Axe violations in light and dark. In dark only contrast is checked, because no other rule depends on colours. */
export async function axeViolationsInBothThemes(page: Page): Promise<readonly string[]> {
  const light = await axeViolations(page, 'all');
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await axeViolations(page, 'contrast');
  await page.emulateMedia({ colorScheme: null });
  return [...light, ...dark.map((problem) => `dark: ${problem}`)];
}

/** Axe checks a scene on a phone only if it has other elements there, or in the thorough suite. */
export async function sceneProblems(
  page: Page,
  scene: Scene,
  more: ExtraCheck = async () => [],
): Promise<readonly string[]> {
  const onPhone = isThorough ? () => axeViolationsInBothThemes(page) : () => axeViolations(page, 'all');
  const found = await layoutProblemsOnScreens(page, async (screen) => [
    ...(await more(screen)),
    ...(screen === PHONE && (isThorough || scene.otherOnPhone) ? await onPhone() : []),
  ]);
  return [...found, ...(await axeViolationsInBothThemes(page))];
}

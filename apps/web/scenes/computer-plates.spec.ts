import type { Side } from '@terrace/rules';
import { bySuite } from '../../../tools/testing/suite.ts';
import { onScreens, type ScreenName, screenNames } from '../e2e/screens.ts';
import { expect, test } from './checks/scene-test.ts';
import { VIEWS } from './checks/views.ts';
import { AGAINST_COMPUTERS, STRENGTH } from './game/computers.ts';

const SCREENS = bySuite<readonly ScreenName[]>(['360x640', '640x400', '1280x800'], screenNames);
const MINUTES = bySuite([90], [10, 90]);

for (const { texts, options } of VIEWS) {
  for (const [seats, { sides }] of Object.entries(AGAINST_COMPUTERS)) {
    for (const minutes of MINUTES) {
      const scene = `computers-${seats}-${minutes}`;
      test(`plates of computers show icon and strength in ${scene} with ${texts}`, async ({ openScene }) => {
        const { page } = await openScene(scene, options);
        const plate = (side: Side) => page.locator(`[data-plate="${side}"]`);
        for (const side of sides) await expect(plate(side)).toContainText(`Computer ${STRENGTH[side]}`);
        const problems: string[] = [];
        await onScreens(page, SCREENS, async (screen) => {
          for (const side of sides) {
            const shown = await plate(side).locator('b').evaluate(readName);
            const showsStrength = shown.words.some((word) => word.endsWith(String(STRENGTH[side])));
            const isWhole = shown.hasIcon && !shown.isCut && showsStrength;
            if (!isWhole || !shown.title.startsWith(`Computer ${STRENGTH[side]}`))
              problems.push(`${screen}, ${side}: ${JSON.stringify(shown)}`);
          }
        });
        expect(problems).toEqual([]);
      });
    }
  }

  test(`names of computers in live games have an icon and are not cut with ${texts}`, async ({ openScene }) => {
    const { page } = await openScene('computers-watch', options);
    const names = page.locator('[data-live] [data-plate] b', { hasText: 'Computer' });
    await expect(names).toHaveCount(AGAINST_COMPUTERS.two.sides.length + AGAINST_COMPUTERS.four.sides.length);
    const problems: string[] = [];
    await onScreens(page, SCREENS, async (screen) => {
      for (const name of await names.all()) {
        const shown = await name.evaluate(readName);
        if (!shown.hasIcon || shown.isCut) problems.push(`${screen}: ${JSON.stringify(shown)}`);
      }
    });
    expect(problems).toEqual([]);
  });
}

/**
 * A plate's name as rendered: its icon, its visible words, and whether its box clips them. Runs in the page, so it must
 * not use anything outside itself.
 */
function readName(name: Element) {
  const box = name.getBoundingClientRect();
  const words: string[] = [];
  let isCut = false;
  const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement === null || node.parentElement.getBoundingClientRect().width < 2) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const drawn = range.getBoundingClientRect();
    if (drawn.width < 2) continue;
    words.push(node.textContent ?? '');
    if (drawn.right > box.right + 1) isCut = true;
  }
  const icon = name.querySelector('svg')?.getBoundingClientRect();
  const hasIcon = icon !== undefined && icon.width > 0 && icon.left >= box.left - 1 && icon.right <= box.right + 1;
  return { words, isCut, hasIcon, title: name.getAttribute('title') ?? '' };
}

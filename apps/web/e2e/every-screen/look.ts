import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { violations } from '../axe.ts';
import { boxFaults } from '../boxes.ts';
import { framesPass } from '../game-page.ts';
import type { Scene } from '../scenes/scene-context.ts';
import { onEveryScreen, SCREENS, type ScreenName } from '../screens.ts';
import { useTestSite } from '../test-site.ts';

/** Tests that every state of these scenes fits on every screen in these languages, and that axe finds nothing in it. */
export function everyScreenOf(
  scenes: Readonly<Record<string, Scene>>,
  languages: readonly Language[] = LANGUAGES,
): void {
  const env = useTestSite();
  const states = Object.entries(scenes).flatMap(([name, scene]) =>
    languages.map((language) => ({ name, scene, language })),
  );
  test.each(states)('$name fits on every screen in "$language"', async ({ name, scene, language }) => {
    const found: string[] = [];
    const faults: string[] = [];
    let looks = 0;
    await scene(
      {
        browser: env.browser,
        site: env.site.url,
        faults,
        language,
        shoot: async (page, state) => {
          looks += 1;
          await framesPass(page);
          found.push(...(await misfits(page, state)));
          // What a language changes is its words: roles, names and colours are the same in each.
          if (language === 'en') found.push(...(await violations(page)).map((fault) => `${state}: ${fault}`));
        },
      },
      name,
    );
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    expect(looks).toBeGreaterThan(0);
  });
}

/** What does not fit on any screen: `boxFaults`, and what `more` finds there. */
export async function misfits(
  page: Page,
  state: string,
  more: (screen: ScreenName) => Promise<readonly string[]> = async () => [],
): Promise<readonly string[]> {
  const found: string[] = [];
  await page.bringToFront(); // a page in the back does not animate
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await onEveryScreen(page, async (screen) => {
    const faults = [...(await boxFaults(page, SCREENS[screen].touch)), ...(await more(screen))];
    found.push(...faults.map((fault) => `${state}, ${screen}: ${fault}`));
  });
  return found;
}

import type { Page } from '@playwright/test';
import { DEFAULT_SETTINGS, LANGUAGES } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { nameOf } from './chat.ts';
import { misfits } from './every-screen/look.ts';
import { reaches } from './game-page.ts';
import { gather } from './players.ts';
import { openTable } from './scenes/scene-context.ts';
import { onEveryScreen, painted, type ScreenName } from './screens.ts';
import { connectSocket, type SocketClient } from './socket-client.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

/** What a notice must leave in reach and in sight during a game. */
const KEPT_FREE =
  'header a, header button, [data-part="facts"] :is(a, button), [data-board-page] [role="grid"], [data-plate], [data-part="actions"] button';
const NOTICE = '[role="status"] section';

const TWO: readonly Side[] = ['south', 'north'];
const FOUR: readonly Side[] = ['south', 'west', 'north', 'east'];
const cases = LANGUAGES.flatMap((language) => [
  { language, setup: 'long' as const, sides: TWO },
  { language, setup: 'four' as const, sides: FOUR },
]);

test.each(cases)(
  'an invitation covers no header, board, clock or action of a game, "$setup" in "$language"',
  async ({ language, setup, sides }) => {
    const faults: string[] = [];
    const game = await gather(env.browser, env.site.url, sides, { setup }, faults, { locale: language });
    const page = game.pages.south;
    if (page === undefined) throw new Error('no page of South');
    await reaches(page, 2 + sides.length); // created, seated, started
    const before = await boardBoxes(page);
    const host = await invite(page);
    expect(await misfits(page, 'invited', async () => covered(page))).toEqual([]);
    expect(await boardBoxes(page)).toEqual(before);

    // It waits behind the game's own question only where there is room for one of both.
    await game.say('north', { type: 'offer', offer: 'draw' });
    await page.locator('[data-banners="asking"]').waitFor();
    expect(await misfits(page, 'invited, asked')).toEqual([]);
    await game.say('north', { type: 'refuse', offer: 'draw' });

    // A keyboard reaches its buttons, and the board is where it was once it is answered.
    const buttons = page.locator(NOTICE).getByRole('button');
    await buttons.last().focus();
    await page.keyboard.press('Enter');
    await page.locator(NOTICE).waitFor({ state: 'detached' });
    expect(await boardBoxes(page)).toEqual(before);
    host.close();
    game.close();
    expect(faults).toEqual([]);
  },
);

test.each(['/analysis', '/editor', '/learn'])('an invitation covers no header and no board on %s', async (path) => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(env.site.url + path);
  await alive(page);
  const host = await invite(page);
  const found: string[] = [];
  // On the lowest screens a lesson is longer than the screen: notice and board are never in sight together.
  const screens: readonly ScreenName[] = ['360x740', '820x1180', '1280x800', '1920x1080'];
  await onEveryScreen(page, async (screen) => {
    if (screens.includes(screen)) found.push(...(await covered(page)).map((each) => `${screen}: ${each}`));
  });
  host.close();
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});

/** Another visitor opens a table with a seat for the page's visitor. Resolves when the page shows it. */
async function invite(page: Page): Promise<SocketClient> {
  const host = await connectSocket(await env.browser.newContext(), env.site.url);
  await openTable(host, DEFAULT_SETTINGS, [{ side: 'north', name: await nameOf(page, env.site.url) }]);
  await page.locator(NOTICE).waitFor();
  return host;
}

/** What the notice covers, and itself where it is out of sight. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([notices, others]) => {
      const notice = document.querySelector(notices);
      if (notice === null || !notice.checkVisibility({ visibilityProperty: true })) return ['no notice is to be seen'];
      const own = notice.getBoundingClientRect();
      if (own.top < 0 || own.bottom > innerHeight) return ['the notice is outside the screen'];
      const SLACK = 1; // px: borders and fractions
      return [...document.querySelectorAll(others)].flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true })) return [];
        const box = element.getBoundingClientRect();
        const meets =
          Math.min(box.right, own.right) - Math.max(box.left, own.left) > SLACK &&
          Math.min(box.bottom, own.bottom) - Math.max(box.top, own.top) > SLACK;
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return meets ? [`covers ${element.tagName.toLowerCase()} "${name.trim().slice(0, 40)}"`] : [];
      });
    },
    [NOTICE, KEPT_FREE] as const,
  );

/** Where board, plates and actions of a game are, at the size of a desk. */
async function boardBoxes(page: Page): Promise<readonly (readonly number[])[]> {
  await painted(page);
  return page.evaluate(() =>
    [...document.querySelectorAll('[role="grid"], [data-plate], [data-part="actions"]')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    }),
  );
}

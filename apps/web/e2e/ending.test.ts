import type { Page } from '@playwright/test';
import { NO_SHOW_MS } from '@terrace/game';
import { GameLog, LANGUAGES, MINUTE_MS } from '@terrace/protocol';
import { expect, test } from 'vitest';
import { makeEarlier } from '../../../tools/testing/earlier.ts';
import { violations } from './axe.ts';
import { misfits } from './every-screen/look.ts';
import { gather } from './players.ts';
import { endingScenes } from './scenes/ending-scenes.ts';
import type { Scene } from './scenes/scene-context.ts';
import { SCREENS, type ScreenName } from './screens.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

/** Looks at ends on every screen; of each, the part that says it is as high as the first one was there. */
function album() {
  const heights = new Map<ScreenName, number>();
  const found: string[] = [];
  const look = async (page: Page, state: string) => {
    const misfit = await misfits(page, state, async (screen) => {
      const faults: string[] = [];
      const box = await page.locator('[data-part="ending"]').boundingBox();
      const height = Math.round(box?.height ?? 0);
      const usual = heights.get(screen) ?? height;
      heights.set(screen, usual);
      if (box === null || box.y < 0 || box.y + box.height > SCREENS[screen].height + 0.5)
        faults.push('the end is not whole on the screen');
      if (height !== usual) faults.push(`the end is ${height} px high, not ${usual}`);
      return faults;
    });
    found.push(...misfit);
  };
  return { look, found };
}

async function wholeEverywhere(scenes: Readonly<Record<string, Scene>>, language: string): Promise<void> {
  const faults: string[] = [];
  const { look, found } = album();
  for (const [name, scene] of Object.entries(scenes)) {
    const shoot = async (page: Page, state: string) => {
      await look(page, state);
      if (language === 'en') found.push(...(await violations(page)).map((fault) => `${state}: ${fault}`));
      if (state.endsWith('aborted')) expect(await page.locator('[data-part="replay"]').count()).toBe(0);
    };
    await scene({ browser: env.browser, site: env.site.url, faults, language, shoot }, name);
  }
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
}

const { 'ending-four': four, ...two } = endingScenes;

test.each(LANGUAGES)('of two, every end is whole and of one height on every screen, in "%s"', (language) =>
  wholeEverywhere(two, language),
);

test.each(LANGUAGES)('of four, every end is whole and of one height on every screen, in "%s"', (language) =>
  wholeEverywhere({ four }, language),
);

test.each(LANGUAGES)(
  'whoever waited for somebody who did not come plays a computer at one press, in "%s"',
  async (language) => {
    const faults: string[] = [];
    const { look, found } = album();
    const time = { kind: 'clock', initialMs: 600_000, incrementMs: 0 } as const;
    const settings = { setup: 'short', time } as const;
    const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, settings, faults, {
      locale: language,
    });
    const { south, north } = party.pages;
    party.close();
    await env.site.kill();
    await makeEarlier(env.site.databaseUrl, party.id, NO_SHOW_MS + MINUTE_MS);
    await env.site.restart();
    for (const page of [south, north]) await page.locator('[data-result="closed"]').waitFor();
    const instead = (page: Page) => page.locator('[data-part="ending"] .first:not(.primary)').last();
    expect(await instead(south).count()).toBe(0);
    await look(north, 'waited');
    await look(south, 'did not come');
    expect(await violations(north)).toEqual([]);
    await south.close();
    await north.locator('[data-part="ending"] .first.primary').click();
    await north.locator('[data-note]').waitFor();
    await look(north, 'waited, and has offered a rematch that nobody is left for');
    await instead(north).click();
    await north.waitForURL((url) => /^\/game\/\w+$/.test(url.pathname) && url.href !== party.url);
    await north.locator('[data-position]').waitFor();
    const log = await north.request.get(`${env.site.url}/api/games/${new URL(north.url()).pathname.split('/').at(-1)}`);
    expect(GameLog.parse(await log.json()).events[0]?.event).toMatchObject({
      type: 'created',
      settings: { ...settings, rated: false },
    });
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  },
);

import type { Page } from '@playwright/test';
import { LANGUAGES, type Settings, type Strength } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { openTable } from './scenes/scene-context.ts';
import { onEveryScreen } from './screens.ts';
import { connectSocket } from './socket-client.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

const STRENGTH: Readonly<Record<Exclude<Side, 'south'>, Strength>> = { west: 5, north: 8, east: 3 };
const TABLES = [
  { setup: 'long', sides: ['north'] },
  { setup: 'three', sides: ['north', 'east'] },
  { setup: 'four', sides: ['west', 'north', 'east'] },
] as const;
const MINUTES = [10, 90] as const;
const cases = LANGUAGES.flatMap((language) => TABLES.map((table) => ({ language, ...table })));

test.each(cases)(
  'plates of computers show sign and strength on every screen with "$setup" in "$language"',
  async ({ language, setup, sides }) => {
    const faults: string[] = [];
    const page = await visitor(env.browser, faults, { locale: language });
    const host = await connectSocket(page.context(), env.site.url);
    const found: string[] = [];
    for (const minutes of MINUTES) {
      const time: Settings['time'] = { kind: 'clock', initialMs: minutes * 60_000, incrementMs: 3_000 };
      const computers = sides.map((side) => ({ side, strength: STRENGTH[side] }));
      const id = await openTable(host, { setup, time }, [], computers);
      await page.goto(`${env.site.url}/game/${id}`);
      await alive(page);
      for (const side of sides) {
        expect(await page.locator(`[data-plate="${side}"]`).ariaSnapshot()).toContain(`Computer ${STRENGTH[side]}`);
      }
      await onEveryScreen(page, async (screen) => {
        for (const side of sides) {
          const name = `Computer ${STRENGTH[side]}`;
          const shown = await readPlate(page, side);
          const strengthShown = shown.words.some((word) => word.endsWith(String(STRENGTH[side])));
          if (!shown.hasSign || shown.isCut || !strengthShown || !shown.title.startsWith(name))
            found.push(`${minutes} min, ${screen}, ${side}: ${JSON.stringify(shown)}`);
        }
      });
    }
    host.close();
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  },
);

test('plates of games that are watched show sign and strength of computers on every screen', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  const host = await connectSocket(page.context(), env.site.url);
  for (const { setup, sides } of TABLES) {
    const time: Settings['time'] = { kind: 'clock', initialMs: 600_000, incrementMs: 3_000 };
    const computers = sides.map((side) => ({ side, strength: STRENGTH[side] }));
    await openTable(host, { setup, time }, [], computers);
  }
  await page.goto(`${env.site.url}/watch`);
  await alive(page);
  const names = page.locator('[data-live] [data-plate] b', { hasText: 'Computer' });
  await names.nth(2).waitFor(); // one of two seats, and two or three of more
  const found: string[] = [];
  await onEveryScreen(page, async (screen) => {
    for (const name of await names.all()) {
      const shown = await name.evaluate(readName);
      if (!shown.hasSign || shown.isCut) found.push(`${screen}: ${JSON.stringify(shown)}`);
    }
  });
  host.close();
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});

/** The name on a plate as it is drawn: its sign, its words that are not hidden, and whether its box cuts any of them. */
const readPlate = (page: Page, side: Side) => page.locator(`[data-plate="${side}"] b`).evaluate(readName);

/** Runs in the page, so it uses nothing from outside. */
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
  const sign = name.querySelector('svg')?.getBoundingClientRect();
  const hasSign = sign !== undefined && sign.width > 0 && sign.left >= box.left - 1 && sign.right <= box.right + 1;
  return { words, isCut, hasSign, title: name.getAttribute('title') ?? '' };
}

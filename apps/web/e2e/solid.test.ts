import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { clickMove, reaches, shown } from './game-page.ts';
import { gather } from './party.ts';
import { useStage } from './stage.ts';

const stage = useStage();

type Place = { readonly x: number; readonly y: number };

const choose = (page: Page, look: 'Flat' | 'Solid') => page.getByRole('radio', { name: look }).check({ force: true });

/** Resolves when the one board on the page is the solid one, or is not. */
const shows = (page: Page, solid: boolean): Promise<unknown> =>
  page.waitForFunction(
    (wished) => {
      const boards = [...document.querySelectorAll<HTMLElement>('[data-position]')];
      return boards.length === 1 && (boards[0]?.dataset.look === 'solid') === wished;
    },
    solid,
    { timeout: 30_000 },
  );

/** Where the middle of a square's floor is seen on the page. */
const seen = (page: Page, square: string): Promise<Place> =>
  page.$eval(`[data-square="${square}"]`, (button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });

async function clickAt(page: Page, square: string): Promise<void> {
  const { x, y } = await seen(page, square);
  await page.mouse.click(x, y);
}

async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

test('the solid board is played on by clicks, by dragging and by keys, and turned without choosing anything', async () => {
  const faults: string[] = [];
  const party = await gather(stage.browser, stage.site.url, ['south', 'north'] as const, { setup: 'long' }, faults);
  const page = party.pages.south;
  const answer = async (seq: number, from: string, to: string) => {
    await reaches(page, seq);
    await party.say('north', { type: 'move', ply: seq - 3, from, to });
    await reaches(page, seq + 1);
  };
  await choose(page, 'Solid');
  await shows(page, true);

  await clickAt(page, 'd2');
  await page.waitForSelector('[data-square="e3"][data-target="up"]', { state: 'attached' });
  await clickAt(page, 'e3');
  await answer(5, 'e7', 'e5');

  await drag(page, await seen(page, 'f1'), await seen(page, 'g3'));
  await answer(7, 'd7', 'd5');

  const home = await seen(page, 'a1');
  const before = await shown(page);
  const empty = await seen(page, 'c4');
  await drag(page, empty, { x: empty.x + 160, y: empty.y - 30 });
  await page.getByRole('button', { name: 'Back to the first view' }).waitFor();
  const turned = await seen(page, 'a1');
  expect(Math.hypot(turned.x - home.x, turned.y - home.y)).toBeGreaterThan(60);
  expect(await page.locator('[aria-selected="true"]').count()).toBe(0);
  expect(await shown(page)).toEqual(before);
  await page.getByRole('button', { name: 'Back to the first view' }).click();
  await page.getByRole('button', { name: 'Back to the first view' }).waitFor({ state: 'detached' });
  const back = await seen(page, 'a1');
  expect(Math.hypot(back.x - home.x, back.y - home.y)).toBeLessThan(2);

  await page.locator('[data-square="c1"]').focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await answer(9, 'f8', 'f6');

  await choose(page, 'Flat');
  await shows(page, false);
  await clickMove(page, { from: 'e2', to: 'f3' });
  await reaches(page, 11);
  expect((await shown(page)).position).toBe('DDCCB1AT/AAB2CDD/5B2/3BC3/8/2b1cbc1/ddc2baa/ta1bc1dd n sn 7 8');

  party.close();
  expect(faults).toEqual([]);
});

test('a solid board that is lost, or that the browser cannot draw, leaves the flat one to play on', async () => {
  const faults: string[] = [];
  const blind = await launchBrowser('--disable-3d-apis');
  try {
    for (const browser of [stage.browser, blind]) {
      const party = await gather(browser, stage.site.url, ['south', 'north'] as const, { setup: 'long' }, faults);
      const page = party.pages.south;
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(message.text());
      });
      const asked = page.waitForResponse(/SolidBoard/);
      await choose(page, 'Solid');
      await asked;
      if (browser === stage.browser) {
        await shows(page, true);
        await page.$eval('canvas', (canvas) => {
          if (!(canvas instanceof HTMLCanvasElement)) return;
          canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
        });
      }
      await page.waitForFunction(() => document.querySelector('canvas') === null);
      await shows(page, false);
      await clickMove(page, { from: 'd2', to: 'e3' });
      await reaches(page, 5);
      party.close();
    }
  } finally {
    await blind.close();
  }
  expect(faults).toEqual([]);
});

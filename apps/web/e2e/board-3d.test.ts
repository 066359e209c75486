import type { Browser, Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { localMessages } from '@terrace/messages/local';
import { expect, test } from 'vitest';
import { alive, launchBrowser, visitor } from './browser.ts';
import { clickMove, shown } from './game-page.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

type Place = { readonly x: number; readonly y: number };

/** A small window: without a graphics card every pixel of the model costs time. */
const WINDOW = { viewport: { width: 800, height: 600 } };

/** A page on which a game of two sides is played at one screen, the board lying still. */
async function atOneScreen(browser: Browser, faults: string[]): Promise<Page> {
  const page = await visitor(browser, faults, WINDOW);
  await page.goto(`${env.site.url}/local`);
  await alive(page);
  await page.getByRole('radio', { name: localMessages().boards.stays }).check({ force: true });
  await page.getByRole('button', { name: localMessages().start, exact: true }).click();
  return page;
}

const choose = (page: Page, look: '2D' | '3D') => page.getByRole('radio', { name: look }).check({ force: true });

/** Resolves when the one board on the page is the solid one, or is not. */
const shows = (page: Page, solid: boolean): Promise<unknown> =>
  page.waitForFunction(
    (wished) => {
      const boards = [...document.querySelectorAll<HTMLElement>('[data-position]')];
      return boards.length === 1 && (boards[0]?.dataset.view === '3d') === wished;
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

/** How many colours are in the picture the canvas gives to who asks for it, as the share panel does. */
const coloursOf = (page: Page): Promise<number> =>
  page.$eval('canvas', (canvas) => {
    const pen = new OffscreenCanvas(100, 100).getContext('2d');
    if (pen === null || !(canvas instanceof HTMLCanvasElement)) return 0;
    canvas.dispatchEvent(new Event('draw'));
    pen.drawImage(canvas, 0, 0, 100, 100);
    return new Set(new Uint32Array(pen.getImageData(0, 0, 100, 100).data.buffer)).size;
  });

/** Resolves when the board shows a placement of pieces (R24). */
const stands = (page: Page, placement: string): Promise<unknown> =>
  page.waitForSelector(`[data-position^="${placement} "]`, { state: 'attached' });

async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

test('the solid board is played on by clicks, by dragging and by keys, is turned without choosing, and when it is lost the flat one is there', async () => {
  const faults: string[] = [];
  const page = await atOneScreen(env.browser, faults);
  await choose(page, '3D');
  await shows(page, true);

  expect(await coloursOf(page)).toBeGreaterThan(200);
  // This browser has no graphics card: samples would cost a third of every frame, so more pixels at rest smooth the edges.
  const { finer, antialias } = await page.$eval('canvas', (canvas) => ({
    finer: canvas.width / canvas.clientWidth,
    antialias: canvas.getContext('webgl2')?.getContextAttributes()?.antialias,
  }));
  expect(antialias).toBe(false);
  expect(finer).toBeGreaterThan(1.4);

  await clickAt(page, 'd2');
  await page.waitForSelector('[data-square="e3"][data-target="up"]', { state: 'attached' });
  await clickAt(page, 'e3');
  await stands(page, 'DDCCBBAT/AABBCCDD/8/8/8/4c3/ddc1bbaa/tabbccdd');
  await drag(page, await seen(page, 'e7'), await seen(page, 'e5'));
  await stands(page, 'DDCCBBAT/AABB1CDD/8/4C3/8/4c3/ddc1bbaa/tabbccdd');

  const home = await seen(page, 'a1');
  const before = await shown(page);
  const empty = await seen(page, 'c4');
  await drag(page, empty, { x: empty.x + 160, y: empty.y - 30 });
  const back = page.getByRole('button', { name: messages.board3d.home });
  await back.waitFor();
  const turned = await seen(page, 'a1');
  expect(Math.hypot(turned.x - home.x, turned.y - home.y)).toBeGreaterThan(40);
  expect(await page.locator('[aria-selected="true"]').count()).toBe(0);
  expect(await shown(page)).toEqual(before);
  await back.click();
  await back.waitFor({ state: 'detached' });
  const again = await seen(page, 'a1');
  expect(Math.hypot(again.x - home.x, again.y - home.y)).toBeLessThan(2);

  await page.locator('[data-square="c1"]').focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await stands(page, 'DDCCBBAT/AABB1CDD/8/4C3/8/2b1c3/ddc1bbaa/ta1bccdd');

  await page.$eval('canvas', (canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return;
    canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await page.waitForFunction(() => document.querySelector('canvas') === null);
  await shows(page, false);
  await clickMove(page, { from: 'd7', to: 'd5' });
  await stands(page, 'DDCCBBAT/AAB2CDD/8/3BC3/8/2b1c3/ddc1bbaa/ta1bccdd');
  expect(faults).toEqual([]);
});

test('where the browser cannot draw a solid board, the flat one is played on', async () => {
  const faults: string[] = [];
  const blind = await launchBrowser('--disable-3d-apis');
  try {
    const page = await atOneScreen(blind, faults);
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    const asked = page.waitForResponse(/Board3D/);
    await choose(page, '3D');
    await asked;
    await page.waitForFunction(() => document.querySelector('canvas') === null);
    await shows(page, false);
    await clickMove(page, { from: 'd2', to: 'e3' });
    await stands(page, 'DDCCBBAT/AABBCCDD/8/8/8/4c3/ddc1bbaa/tabbccdd');
  } finally {
    await blind.close();
  }
  expect(faults).toEqual([]);
});

test('a board whose WebGL context is lost is shown in 2D, and in 3D again when the context is restored', async () => {
  const faults: string[] = [];
  const page = await atOneScreen(env.browser, faults);
  await choose(page, '3D');
  await shows(page, true);
  const context = await page.evaluateHandle(() => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-view="3d"] canvas');
    return canvas?.getContext('webgl2')?.getExtension('WEBGL_lose_context');
  });
  await context.evaluate((lose) => lose?.loseContext());
  await shows(page, false);
  await clickMove(page, { from: 'd2', to: 'd3' });
  await page.locator('[data-ply="1"]').waitFor();
  await context.evaluate((lose) => lose?.restoreContext());
  await shows(page, true);
  expect(await coloursOf(page)).toBeGreaterThan(50);
  expect(faults).toEqual([]);
});

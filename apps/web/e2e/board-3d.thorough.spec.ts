import type { Locator, Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { localMessages } from '@terrace/messages/local';
import { chooseRadio } from './choose-radio.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, readShownState, waitForSeq } from './game-page.ts';

type Place = { readonly x: number; readonly y: number };

/** A small window, because software rendering of the 3D board is slow. */
const WINDOW = { viewport: { width: 800, height: 600 } };

/** Starts a game of two on one screen, whose board does not rotate. */
async function startLocalGame(page: Page): Promise<void> {
  await chooseRadio(page.getByRole('radio', { name: localMessages().boards.stays }));
  await page.getByRole('button', { name: messages.common.startGame, exact: true }).click();
}

const choose3D = (page: Page) => chooseRadio(page.getByRole('radio', { name: '3D' }));

async function shows(page: Page, view: '2D' | '3D'): Promise<void> {
  const boards: Locator = page.locator('[data-position]');
  const solid = page.locator('[data-position][data-view="3d"]');
  await expect(boards).toHaveCount(1);
  await expect(solid).toHaveCount(view === '3D' ? 1 : 0);
}

/** The page coordinates of the centre of a square's floor. */
const placeOf = (page: Page, square: string): Promise<Place> =>
  page.$eval(`[data-square="${square}"]`, (button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });

async function clickAt(page: Page, square: string): Promise<void> {
  const { x, y } = await placeOf(page, square);
  await page.mouse.click(x, y);
}

/** The number of colours in the canvas's export, which the share panel also uses. */
const coloursOf = (page: Page): Promise<number> =>
  page.$eval('canvas', (canvas) => {
    const pen = new OffscreenCanvas(100, 100).getContext('2d');
    if (pen === null || !(canvas instanceof HTMLCanvasElement)) return 0;
    canvas.dispatchEvent(new Event('draw'));
    pen.drawImage(canvas, 0, 0, 100, 100);
    return new Set(new Uint32Array(pen.getImageData(0, 0, 100, 100).data.buffer)).size;
  });

const hasPlacement = (page: Page, placement: string): Promise<void> =>
  expect(page.locator(`[data-position^="${placement} "]`)).toHaveCount(1);

async function drag(page: Page, from: Place, to: Place): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

const distance = (a: Place, b: Place): number => Math.hypot(a.x - b.x, a.y - b.y);

test('the 3D board accepts clicks, drags and keys, and rotates without selecting', async ({ visit }) => {
  const page = await visit('/local', WINDOW);
  await startLocalGame(page);
  await choose3D(page);
  await shows(page, '3D');
  await expect.poll(() => coloursOf(page)).toBeGreaterThan(200);
  // Without a GPU, multisampling would cost a third of each frame. A higher resolution at rest smooths the edges
  // instead.
  const antialias = await page.$eval(
    'canvas',
    (canvas) => canvas.getContext('webgl2')?.getContextAttributes()?.antialias,
  );
  expect(antialias).toBe(false);
  await expect.poll(() => page.$eval('canvas', (canvas) => canvas.width / canvas.clientWidth)).toBeGreaterThan(1.4);

  await clickAt(page, 'd2');
  await expect(page.locator('[data-square="e3"][data-target="up"]')).toHaveCount(1);
  await clickAt(page, 'e3');
  await hasPlacement(page, 'DDCCBBAT/AABBCCDD/8/8/8/4c3/ddc1bbaa/tabbccdd');
  await drag(page, await placeOf(page, 'e7'), await placeOf(page, 'e5'));
  await hasPlacement(page, 'DDCCBBAT/AABB1CDD/8/4C3/8/4c3/ddc1bbaa/tabbccdd');

  const home = await placeOf(page, 'a1');
  await waitForSeq(page, 6); // the piece may be there before its move is an event
  const before = await readShownState(page);
  const empty = await placeOf(page, 'c4');
  await drag(page, empty, { x: empty.x + 160, y: empty.y - 30 });
  const back = page.getByRole('button', { name: messages.board3d.home });
  await expect(back).toBeVisible();
  await expect.poll(async () => distance(await placeOf(page, 'a1'), home)).toBeGreaterThan(40);
  await expect(page.locator('[aria-selected="true"]')).toHaveCount(0);
  await expect.poll(() => readShownState(page)).toEqual(before);
  await back.click();
  await expect(back).toHaveCount(0);
  await expect.poll(async () => distance(await placeOf(page, 'a1'), home)).toBeLessThan(2);

  await page.locator('[data-square="c1"]').focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
  await hasPlacement(page, 'DDCCBBAT/AABB1CDD/8/4C3/8/2b1c3/ddc1bbaa/ta1bccdd');
});

test('the board is flat while the WebGL context is lost, and in 3D again with the moves played meanwhile', async ({
  visit,
}) => {
  const page = await visit('/local', WINDOW);
  await startLocalGame(page);
  await choose3D(page);
  await shows(page, '3D');
  await expect.poll(() => coloursOf(page)).toBeGreaterThan(50);
  const context = await page.evaluateHandle(() =>
    document
      .querySelector<HTMLCanvasElement>('[data-view="3d"] canvas')
      ?.getContext('webgl2')
      ?.getExtension('WEBGL_lose_context'),
  );
  await context.evaluate((lose) => lose?.loseContext());
  await shows(page, '2D');
  await clickMove(page, { from: 'd2', to: 'e3' });
  await hasPlacement(page, 'DDCCBBAT/AABBCCDD/8/8/8/4c3/ddc1bbaa/tabbccdd');
  await context.evaluate((lose) => lose?.restoreContext());
  await shows(page, '3D');
  await hasPlacement(page, 'DDCCBBAT/AABBCCDD/8/8/8/4c3/ddc1bbaa/tabbccdd');
  await expect.poll(() => coloursOf(page)).toBeGreaterThan(50);
});

test('a browser without WebGL shows the 2D board instead of the 3D board', async ({ site, newVisitor }) => {
  const page = await newVisitor(WINDOW);
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    Reflect.set(
      HTMLCanvasElement.prototype,
      'getContext',
      function (this: HTMLCanvasElement, kind: string, ...options: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...options]);
      },
    );
  });
  await page.goto(`${site.url}/local`);
  await startLocalGame(page);
  const loaded = page.waitForResponse(/Board3D/);
  await choose3D(page);
  await loaded;
  await expect(page.locator('canvas')).toHaveCount(0);
  await shows(page, '2D');
  await clickMove(page, { from: 'd2', to: 'e3' });
  await hasPlacement(page, 'DDCCBBAT/AABBCCDD/8/8/8/4c3/ddc1bbaa/tabbccdd');
});

import type { Page } from '@playwright/test';
import { messages } from '@terrace/messages';
import { level, parseSquare } from '@terrace/rules';
import { converter } from 'culori';
import { expect, test } from './checks/scene-test.ts';

const lab = converter('lab65');

type Pixel = { readonly square: string; readonly rgb: readonly [number, number, number] };

/** The colour at the centre of every floor of the 3D board, with a board's colours. */
const floors = (page: Page, board: string): Promise<Pixel[]> =>
  page.evaluate(async (name) => {
    const canvas = document.querySelector<HTMLCanvasElement>('[data-view="3d"] canvas');
    if (canvas === null) throw new Error('there is no 3D board');
    const { dataset } = document.documentElement;
    if (dataset.boardOnLight !== name) {
      // The board reloads its colours when the colour of this element begins to change.
      const probe = document.querySelector('[data-view="3d"] .theme-change');
      const read = new Promise((resolve) => probe?.addEventListener('transitionrun', resolve, { once: true }));
      dataset.board = name;
      dataset.boardOnLight = name;
      await read;
    }
    canvas.dispatchEvent(new Event('draw'));
    const pen = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    if (pen === null) throw new Error('there is no canvas to draw on');
    pen.drawImage(canvas, 0, 0);
    const box = canvas.getBoundingClientRect();
    const scale = canvas.width / box.width;
    return [...document.querySelectorAll<HTMLElement>('[data-view="3d"] [data-square]')].map((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const [x, y] = [(left + width / 2 - box.left) * scale, (top + height / 2 - box.top) * scale];
      const [r = 0, g = 0, b = 0] = pen.getImageData(Math.round(x), Math.round(y), 1, 1).data;
      return { square: button.dataset.square ?? '', rgb: [r, g, b] as const };
    });
  }, board);

/** The lightness (CIE L*, 0 to 100) of each level's vacant sunlit floors, from level 1 up. */
function lightnesses(pixels: readonly Pixel[]): number[] {
  const byLevel = Map.groupBy(
    pixels.filter(({ square }) => square !== 'a1' && square !== 'h8'),
    ({ square: name }) => {
      const square = parseSquare(8, name);
      if (square === undefined) throw new Error(`no square is called ${name}`);
      return level(8, square);
    },
  );
  return [2, 3, 4, 5, 6, 7, 8].map((height) => {
    const all = (byLevel.get(height) ?? []).map(
      ({ rgb: [r, g, b] }) => lab({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 }).l,
    );
    return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  });
}

test('on each 3D board every level is lighter than the one below by at least 2.5 of 100', async ({ openScene }) => {
  const { page } = await openScene('3d-levels');
  for (const board of Object.keys(messages.settingsPage.board.boards)) {
    const lights = lightnesses(await floors(page, board));
    const steps = lights.slice(1).map((light, n) => light - (lights[n] ?? 0));
    expect(Math.min(...steps), `${board}: ${steps.map((step) => step.toFixed(1))}`).toBeGreaterThanOrEqual(2.5);
  }
});

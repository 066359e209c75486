import type { JSHandle, Page } from '@playwright/test';
import { expectPly, square } from './board-state.ts';
import { expect, test } from './fixtures/test.ts';
import { STARTED_SEQ, waitForSeq } from './game-page.ts';
import { watchLayoutShifts } from './layout-shifts.ts';
import { quietGame } from './script.ts';

const watchChanges = (page: Page): Promise<JSHandle<MutationRecord[]>> =>
  page.evaluateHandle(() => {
    const records: MutationRecord[] = [];
    const board = document.querySelector('[data-position]');
    const options = { subtree: true, childList: true, attributes: true };
    if (board) new MutationObserver((more) => records.push(...more)).observe(board, options);
    return records;
  });

/** The squares whose buttons have changed, and the number of pieces that were changed or redrawn. */
const readChanges = (changes: JSHandle<MutationRecord[]>): Promise<{ squares: string[]; pieces: number }> =>
  changes.evaluate((records) => {
    const touched = records
      .flatMap(({ type, target, addedNodes }) => (type === 'attributes' ? [target] : [...addedNodes]))
      .filter((node) => node instanceof Element);
    const pieces = touched.flatMap(
      (each) => each.closest('[data-piece]') ?? [...each.children].filter((child) => child.matches('[data-piece]')),
    );
    const squares = touched.flatMap((each) => each.getAttribute('data-square') ?? []);
    return { squares: [...new Set(squares)].sort(), pieces: new Set(pieces).size };
  });

/** Resolves after two painted frames: the board defers some changes by one. */
const passFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

test('a press changes only its square and its targets, and a move only its piece', async ({ createHostedGame }) => {
  const { page } = await createHostedGame(['south', 'north'], { time: null });
  // This makes d2 the only tab stop, a change that would otherwise be counted below.
  await square(page, 'e2').click();
  await square(page, 'd2').click();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-target]')).toHaveCount(0);
  await expect(page.locator('[data-square][tabindex="0"]')).toHaveCount(1);
  await passFrames(page);

  const changes = await watchChanges(page);
  await square(page, 'd2').click();
  await expect(page.locator('[data-target]')).not.toHaveCount(0);
  await passFrames(page);
  const targets = await page
    .locator('[data-target]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-square') ?? ''));
  expect(targets).toContain('d3');
  await expect.poll(() => readChanges(changes)).toEqual({ squares: [...targets, 'd2'].sort(), pieces: 1 });

  await changes.evaluate((records) => records.splice(0));
  await square(page, 'd3').click();
  await waitForSeq(page, STARTED_SEQ + 1);
  await passFrames(page);
  await expect.poll(async () => (await readChanges(changes)).pieces).toBe(1);
});

test('a press neither transforms nor animates the drawing, because the browser would rebuild its layers', async ({
  createHostedGame,
}) => {
  const { page } = await createHostedGame(['south', 'north'], { time: null });
  await square(page, 'd2').click();
  await expect(square(page, 'd2')).toHaveAttribute('aria-selected', 'true');
  const found = await page.locator('[data-position]').evaluate((board) => ({
    animations: board.getAnimations({ subtree: true }).length,
    transforms: [...board.querySelectorAll('[data-piece]')].filter(
      (piece) => getComputedStyle(piece).transform !== 'none',
    ).length,
    lifted: board.querySelectorAll('.lifted').length,
  }));
  expect(found).toEqual({ animations: 0, transforms: 0, lifted: 1 });
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
])
  test(`moves of a game shift nothing at ${viewport.width} px`, async ({ createHostedGame }) => {
    const { page, sendCommand } = await createHostedGame(
      ['south', 'north'],
      { setup: 'long', time: null },
      { viewport },
    );
    const expectNoShift = await watchLayoutShifts(page);
    for (const [i, { from, to }] of quietGame(8).entries()) {
      await sendCommand(i % 2 === 0 ? 'south' : 'north', { type: 'move', ply: i + 1, from, to });
      await expectPly(page, i + 2);
    }
    await expectNoShift();
  });

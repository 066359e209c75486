import type { Page } from '@playwright/test';
import { expectPly, selected, square } from './board-state.ts';
import { DEVICES } from './first-move.ts';
import { expect, test } from './fixtures/test.ts';
import { STARTED_SEQ, waitForSeq } from './game-page.ts';
import { chooseWithKeys, dragMove, moveByLabels, tapMove, touchMove, typeMove } from './move-input.ts';
import type { PlayersAtTable } from './players.ts';
import { type Move, scriptedGame } from './script.ts';

const SIDES = ['south', 'north'] as const;

type Way = (page: Page, move: Move) => Promise<void>;
const { moves } = scriptedGame('long', 40, 60);

async function play(game: PlayersAtTable<'south' | 'north'>, from: number, ways: readonly Way[]): Promise<void> {
  for (const [i, move] of moves.slice(from, from + ways.length).entries()) {
    const page = game.pages[(from + i) % 2 === 0 ? 'south' : 'north'];
    await waitForSeq(page, STARTED_SEQ + from + i);
    await page.bringToFront();
    await ways[i]?.(page, move);
    await waitForSeq(page, STARTED_SEQ + from + i + 1);
  }
}

const moveByKeys: Way = async (page, { from, to }) => {
  await square(page, 'a1').focus();
  await chooseWithKeys(page, from);
  await chooseWithKeys(page, to);
};
const moveByLabelsOnTurn: Way = async (page, move) => {
  await expect(page.locator('p[aria-live]')).toHaveText(/^South: /);
  await moveByLabels(page, move);
};

test('a game is played and replayed by dragging, typing, arrow keys and accessible names', async ({ createGame }) => {
  const game = await createGame(SIDES);
  const { south, north } = game.pages;
  await expectPly(south, 1);
  await south.bringToFront();
  const box = await square(south, 'e2').boundingBox();
  if (box === null) throw new Error('e2 is not on the screen');
  // The right button cancels a drag, and Esc cancels a selection.
  await south.mouse.move(box.x + 20, box.y + 20);
  await south.mouse.down();
  await south.mouse.move(box.x + 60, box.y - 40);
  await expect(south.locator('[data-target]')).not.toHaveCount(0);
  await south.mouse.down({ button: 'right' });
  await south.mouse.move(box.x + 60, box.y - 60);
  await south.mouse.up({ button: 'right' });
  await south.mouse.up();
  await expect(south.locator('[data-target]')).toHaveCount(0);
  await expect(selected(south)).toHaveCount(0);
  await square(south, 'e2').click();
  await expect(selected(south)).toHaveCount(1);
  await south.keyboard.press('Escape');
  await expect(selected(south)).toHaveCount(0);

  await play(game, 0, [
    dragMove,
    typeMove,
    dragMove,
    typeMove,
    moveByKeys,
    moveByLabelsOnTurn,
    moveByKeys,
    moveByLabelsOnTurn,
  ]);
  await game.sendCommand('north', { type: 'resign' });
  await expect(south.getByRole('heading', { name: 'You won: North resigned' })).toBeVisible();
  await expect(north.locator('p[aria-live]')).toHaveText('You lost by resigning.');

  await south.bringToFront();
  // On the board, Home would move the cursor.
  await south.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await south.keyboard.press('Home');
  await expectPly(south, 1);
  await south.getByRole('slider', { name: 'Position' }).press('ArrowRight');
  await expectPly(south, 2);
  await south.goto(`${game.url}?ply=3`);
  await expectPly(south, 4);
  await expect(south.locator('html')).toHaveAttribute('data-connected', 'true');
  await expectPly(south, 4);
});

test('a game is played with fingers on two phones: one drags, one taps twice', async ({ createGame }) => {
  const game = await createGame(SIDES, {}, DEVICES.phone);
  await play(game, 0, [touchMove, tapMove, touchMove, tapMove]);
  for (const page of game.allPages()) await expect.poll(() => page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
});

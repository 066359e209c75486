import type { Page } from '@playwright/test';
import type { Settings } from '@terrace/protocol';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { board, expectPlacement, selected, square } from './board-state.ts';
import { goTo } from './browser.ts';
import { chooseRadio } from './choose-radio.ts';
import { expect, test } from './fixtures/test.ts';
import { fetchEvents, STARTED_SEQ, waitForSeq } from './game-page.ts';
import { chooseWithKeys, dragMove, typeMove } from './move-input.ts';

const START = '7T/8/8/5a2/4c3/3d4/1b6/t7';
/** South's C on e4 can capture its A on f5, and its B on b2 its T on a1. */
const settings: Partial<Settings> = { setup: 'custom', position: `${START} s sn 0 1`, time: null };
const AFTER_CAPTURE = '7T/8/8/5c2/8/3d4/1b6/t7';
const SIDES = ['south', 'north'] as const;

const expectSentence = (page: Page, text: string) => expect(page.locator('.sentence', { hasText: text })).toBeVisible();
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

/** Waits until the server has exactly this one move. */
const expectMove = (page: Page, move: string): Promise<void> =>
  expect
    .poll(async () =>
      (await fetchEvents(page)).flatMap(({ event }) => (event.type === 'moved' ? [`${event.from}-${event.to}`] : [])),
    )
    .toEqual([move]);

/** Advances the page's stopped clock by a few frames, so that the board is redrawn. */
const passFrames = (page: Page) => page.clock.runFor(100);

test('a second click captures an own piece and can be undone for a second', async ({ createHostedGame }) => {
  const { page } = await createHostedGame(SIDES, settings);
  await square(page, 'e4').click();
  await square(page, 'f5').click();
  await expectSentence(page, 'Click again to take your own A with the C on e4.');
  await expect(selected(page)).toHaveAttribute('aria-label', /^f5,.*selected, choose again to take it/);
  await expectPlacement(page, START);

  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 5000);
  await square(page, 'f5').click();
  await passFrames(page);
  await expectPlacement(page, AFTER_CAPTURE);
  await undo(page).click();
  await passFrames(page);
  await expectPlacement(page, START);

  for (const name of ['e4', 'f5', 'f5']) {
    await square(page, name).click();
    await passFrames(page);
  }
  await expectPlacement(page, AFTER_CAPTURE);
  await page.keyboard.press('Escape');
  await passFrames(page);
  await expectPlacement(page, START);
  await page.clock.runFor(2000);
  // The piece that could be captured moves like any other. If the undone move had been sent, it would be North's turn.
  for (const name of ['e4', 'f5', 'f6']) {
    await square(page, name).click();
    await passFrames(page);
  }
  await expectPlacement(page, '7T/8/5a2/8/4c3/3d4/1b6/t7');
  await expectMove(page, 'f5-f6');
});

test('a capture of an own piece is sent after a second, and Enter twice acts like two clicks, also in 3D', {
  tag: THOROUGH,
}, async ({ createHostedGame }) => {
  const { page } = await createHostedGame(SIDES, settings);
  await chooseRadio(page.getByRole('radio', { name: '3D' }));
  // A small window, because the 3D board is slow without a GPU.
  await page.setViewportSize({ width: 760, height: 520 });
  await expect(board(page)).toHaveAttribute('data-view', '3d');
  await expect(square(page, 'a1')).toHaveCount(1); // the flat board is gone
  await square(page, 'a1').focus();
  await chooseWithKeys(page, 'e4');
  await chooseWithKeys(page, 'f5');
  await expectSentence(page, 'Click again to take your own A');
  await expectPlacement(page, START);
  await page.keyboard.press('Enter');
  await waitForSeq(page, STARTED_SEQ + 1);
  await expectPlacement(page, AFTER_CAPTURE);
});

test('dragging or typing captures an own piece immediately, and capturing the own T asks first', async ({
  createHostedGame,
}) => {
  const { page } = await createHostedGame(SIDES, settings);
  await square(page, 'b2').click();
  await square(page, 'a1').click();
  await expectSentence(page, 'Click again to take your own T');
  await square(page, 'a1').click();
  const question = page.getByRole('group', { name: 'Take your own T? You lose the game.' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await dragMove(page, { from: 'b2', to: 'a1' });
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(question).toHaveCount(0);
  await expectPlacement(page, START);

  await dragMove(page, { from: 'e4', to: 'f5' });
  await expectPlacement(page, AFTER_CAPTURE);
  await page.keyboard.press('Escape');
  await expectPlacement(page, START);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 5000); // a delayed move would never be sent
  await typeMove(page, { from: 'e4', to: 'f5' });
  await passFrames(page);
  await expectMove(page, 'e4-f5');
});

test('with confirmation of each move, a second click on the target confirms it', async ({ createHostedGame, site }) => {
  const { page, url } = await createHostedGame(SIDES, settings);
  await goTo(page, `${site.url}/settings`);
  await chooseRadio(page.getByRole('group', { name: 'Confirm moves' }).getByRole('radio', { name: 'Always' }));
  await expect(page.getByRole('status').getByText('Saved')).toBeVisible();
  await goTo(page, url);
  await square(page, 'd3').click();
  await square(page, 'd4').click();
  await expect(page.getByRole('group', { name: /^Play d3 to d4\? A second click on d4 confirms/ })).toBeVisible();
  await expectPlacement(page, START);
  await square(page, 'd4').click();
  await waitForSeq(page, STARTED_SEQ + 1);
  await expectPlacement(page, '7T/8/8/5a2/3dc3/8/1b6/t7');
});

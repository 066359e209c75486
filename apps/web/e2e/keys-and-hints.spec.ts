import type { Page } from '@playwright/test';
import { THOROUGH } from '../../../tools/testing/suite.ts';
import { expectPly, selected, square } from './board-state.ts';
import { goTo, waitUntilReady } from './browser.ts';
import { DEVICES } from './first-move.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, STARTED_SEQ, waitForSeq } from './game-page.ts';
import { typeMove } from './move-input.ts';

const SIDES = ['south', 'north'] as const;
/** The maximum number of Tab presses from the start of a page to its board, including the skip link. */
const MOST_STOPS = 8;

const expectHeading = (page: Page, text: string) => expect(page.locator('.inspector h2')).toContainText(text);
const focused = (page: Page) => page.locator(':focus');

/** Presses Tab until the board has the focus. @returns the number of tab stops before it */
async function stopsToBoard(page: Page): Promise<number> {
  for (let stops = 0; stops < 40; stops += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell')) return stops;
  }
  throw new Error('the Tab key did not reach the board');
}

test('few tab stops precede the board, and the first one skips to it', { tag: THOROUGH }, async ({
  createHostedGame,
  site,
}) => {
  const { page, url } = await createHostedGame(SIDES);
  for (const address of [url, ...['/analysis', '/editor', '/learn'].map((path) => site.url + path)]) {
    await goTo(page, address);
    const stops = await stopsToBoard(page);
    expect(stops, address).toBeLessThanOrEqual(MOST_STOPS);
  }
  const skip = page.getByRole('link', { name: 'Skip to the board' });
  await page.reload();
  await waitUntilReady(page);
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await skip.press('Enter');
  await expect(focused(page)).toHaveRole('gridcell');

  await goTo(page, `${site.url}/leaderboard`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test('the menu is one tab stop before the board, with arrow keys between its pages', { tag: THOROUGH }, async ({
  visit,
}) => {
  const page = await visit('/analysis');
  await page.getByRole('link', { name: 'Terrace', exact: false }).first().focus();
  for (const [key, path] of [
    ['Tab', '/analysis'],
    ['ArrowLeft', '/learn'],
    ['Home', '/'],
    ['End', '/archive'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused(page)).toHaveAttribute('href', path);
  }
});

for (const [where, name, attribute] of [
  ['the board', '.movable', 'aria-selected'],
  ['the facts of the game', '.facts [aria-pressed]', 'aria-pressed'],
] as const) {
  test(`a press on ${where} before its scripts have loaded takes effect afterwards`, async ({ createHostedGame }) => {
    const { page, url } = await createHostedGame(SIDES);
    const scripts = Promise.withResolvers<void>();
    await page.route('**/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await page.goto(url, { waitUntil: 'commit' });
    const button = page.locator(name).first();
    const before = (await button.getAttribute(attribute)) ?? '';
    await button.click();
    scripts.resolve();
    await waitUntilReady(page);
    await expect(button).not.toHaveAttribute(attribute, before);
  });
}

test('each turn begins without a selection, and a new player sees the hints about goal and T once', {
  tag: THOROUGH,
}, async ({ createHostedGame }) => {
  const { page, sendCommand } = await createHostedGame(SIDES);
  const goal = page.getByText('Your goal is h8. Bring your T there and you win.');
  const t = page.getByText('This is your T, on a1. If it is taken, you lose.');
  await expect(goal).toBeVisible();
  await clickMove(page, { from: 'd2', to: 'e3' });
  await expect(goal).toHaveCount(0);
  await expectHeading(page, 'North to move.');
  await waitForSeq(page, STARTED_SEQ + 1);
  await sendCommand('north', { type: 'move', ply: 2, from: 'e7', to: 'e5' });
  await expect(t).toBeVisible();
  await expectHeading(page, 'Your move. Choose a piece.');
  await page.keyboard.press('Escape');
  await expect(t).toHaveCount(0);
  await page.reload();
  await waitUntilReady(page);
  await expectHeading(page, 'Your move. Choose a piece.');
  await expect(goal).toHaveCount(0);
  await expect(t).toHaveCount(0);

  const legend = page.getByRole('list', { name: 'The four signs' });
  await expect(legend).toHaveCount(1);
  await sendCommand('north', { type: 'resign' });
  await expect(legend).toHaveCount(0);
});

test('keys act on the game after a view was chosen with the mouse, and Esc cancels wherever the focus is', async ({
  createHostedGame,
}) => {
  const { page, sendCommand } = await createHostedGame(SIDES);
  await page.locator('label', { hasText: '2D' }).click(); // 3D would take long to paint without a graphics card
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await typeMove(page, { from: 'd2', to: 'e3' });
  await waitForSeq(page, STARTED_SEQ + 1);
  await page.keyboard.press('ArrowLeft');
  await expectPly(page, 1);
  await page.keyboard.press('ArrowRight');
  await expectPly(page, 2);

  await sendCommand('north', { type: 'move', ply: 2, from: 'e7', to: 'e5' });
  await waitForSeq(page, STARTED_SEQ + 2);
  for (const focus of [
    () => page.getByRole('radio', { name: '2D' }).focus(),
    () => page.getByRole('button', { name: 'Resign' }).focus(),
    () => page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur()),
  ]) {
    await square(page, 'e3').click();
    await expect(selected(page)).toHaveCount(1);
    await focus();
    await page.keyboard.press('Escape');
    await expect(selected(page)).toHaveCount(0);
  }
  // In a field, the first Esc only leaves the field.
  await square(page, 'e3').click();
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.fill('one');
  await field.press('Escape');
  await expect(field).not.toBeFocused();
  await expect(field).toHaveValue('one');
  await expect(selected(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(selected(page)).toHaveCount(0);
});

test('the list of moves is one tab stop, with arrow keys, Home and End between moves', async ({ createHostedGame }) => {
  const { page, sendCommand } = await createHostedGame(SIDES);
  await sendCommand('south', { type: 'move', ply: 1, from: 'd2', to: 'e3' });
  await sendCommand('north', { type: 'move', ply: 2, from: 'e7', to: 'e5' });
  await sendCommand('south', { type: 'move', ply: 3, from: 'c1', to: 'c3' });
  await waitForSeq(page, STARTED_SEQ + 3);
  const stops = page.locator('[data-ply][tabindex="0"]');
  const expectAt = async (move: number) => {
    await expect(focused(page)).toHaveAttribute('data-ply', String(move));
    await expectPly(page, move + 1);
    await expect(stops).toHaveCount(1);
  };
  await stops.focus();
  await expectAt(3);
  for (const [key, move] of [
    ['ArrowLeft', 2],
    ['Home', 1],
    ['ArrowDown', 3],
    ['ArrowUp', 1],
    ['ArrowRight', 2],
    ['End', 3],
  ] as const) {
    await page.keyboard.press(key);
    await expectAt(move);
  }
});

test('a label above the dragging finger names the square under the piece', { tag: THOROUGH }, async ({
  createHostedGame,
}) => {
  const { page } = await createHostedGame(SIDES, {}, DEVICES.phone);
  const device = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', name?: string) => {
    const box = name === undefined ? null : await square(page, name).boundingBox();
    const touchPoints = box === null ? [] : [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await device.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  const landing = page.locator('[data-landing]');
  await touch('touchStart', 'e2');
  await touch('touchMove', 'e3');
  await touch('touchMove', 'e4');
  await expect(landing).toHaveAttribute('data-landing', 'e4');
  // Within the screen, and above the finger, which covers 44 px.
  const labelProblems = async () => {
    const [label, finger] = await Promise.all([landing.boundingBox(), square(page, 'e4').boundingBox()]);
    if (label === null || finger === null) return ['the label or the square is not on the screen'];
    return [
      ...(label.height > 30 ? [] : [`the label is ${label.height} px high`]),
      ...(label.y >= 0 ? [] : ['the label is above the screen']),
      ...(label.y + label.height < finger.y + finger.height / 2 - 22 ? [] : ['the label is under the finger']),
    ];
  };
  await expect.poll(labelProblems).toEqual([]);
  await touch('touchEnd');
  await expect(landing).toHaveCount(0);
  await waitForSeq(page, STARTED_SEQ + 1);
});

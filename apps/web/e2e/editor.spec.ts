import type { Page } from '@playwright/test';
import { GameId } from '@terrace/protocol';
import { chooseRadio } from './choose-radio.ts';
import { expect, test } from './fixtures/test.ts';
import { clickMove, waitForSeq } from './game-page.ts';
import { moveCursorTo } from './move-input.ts';
import { connectSocket } from './socket-client.ts';

const hasPosition = (page: Page, position: string | RegExp): Promise<void> =>
  expect(page.locator('[data-position]')).toHaveAttribute('data-position', position);
const verdict = (page: Page, sentence: string): Promise<void> =>
  expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible();

test('an invalid position is marked on its square, corrected with the mouse, and played to the end', async ({
  visit,
  browser,
  site,
}) => {
  const south = await visit('/editor');
  await verdict(south, 'This position can be played.');

  await south.getByLabel('Start from').selectOption({ label: 'Empty board' });
  await verdict(south, 'South has no T. Put one on the board.');
  await south.click('[data-square="f8"]');
  await south.getByRole('dialog', { name: 'A piece for f8' }).getByRole('button', { name: "South's T" }).click();
  const palette = south.getByRole('region', { name: 'Pieces' });
  await palette.getByRole('button', { name: "North's T" }).click();
  await south.click('[data-square="c3"]');
  await south.click('[data-square="c5"]');
  await hasPosition(south, '5t2/8/8/2T5/8/2T5/8/8 s sn 0 1');
  const refused = south.locator('[data-error]');
  await verdict(south, 'North has a second T on c5. Remove one of them.');
  await expect(refused).toHaveAttribute('data-square', 'c5');
  await expect(refused).toHaveAttribute('aria-label', /North has a second T on c5/);
  await expect(south.getByRole('button', { name: 'Play from here' })).toBeDisabled();
  await palette.getByRole('button', { name: "North's T" }).click();
  await south.click('[data-square="a1"]');
  await expect(south.getByRole('dialog', { name: 'A piece for a1' })).toBeVisible();

  await south.keyboard.press('Escape');
  await south.click('[data-square="c5"]', { button: 'right' });
  await verdict(south, 'This position can be played.');
  await south.dragAndDrop('[data-square="f8"]', '[data-square="g8"]');
  await hasPosition(south, '6t1/8/8/8/8/2T5/8/8 s sn 0 1');
  await south.dragAndDrop('[data-square="c3"]', 'header');
  await verdict(south, 'North has no T. Put one on the board.');
  await south.keyboard.press('Control+z');
  await verdict(south, 'This position can be played.');
  await south.waitForURL(({ search }) => search.includes('?position=6t1/8/8/8/8/2T5/8/8+s+sn+0+1'));
  const html = await (await south.request.get(south.url())).text();
  expect(html).toContain('data-position="6t1/8/8/8/8/2T5/8/8 s sn 0 1"');

  await south.getByRole('link', { name: 'Play from here' }).click();
  const panel = south.getByRole('region', { name: 'Open a table' });
  await expect(panel.getByText('Two seats. South begins.')).toBeVisible();
  await chooseRadio(panel.getByRole('radio', { name: 'South', exact: true }));
  await panel.getByRole('button', { name: 'Open table' }).click();
  await south.waitForURL(/\/game\/\w+/);
  const north = await connectSocket(await browser.newContext(), site.url);
  const gameId = GameId.parse(new URL(south.url()).pathname.split('/').at(-1));
  await north.commandOrThrow(gameId, { type: 'sit', side: null });
  await waitForSeq(south, 4);
  await hasPosition(south, '6t1/8/8/8/8/2T5/8/8 s sn 0 1');
  await clickMove(south, { from: 'g8', to: 'h8' });
  await expect(south.locator('[data-result="south"]')).toBeVisible();
  north.close();
});

test('a board is set up with the keyboard alone, with undo and redo, and from a pasted diagram', async ({ visit }) => {
  const page = await visit('/editor?position=8/8/8/8/8/8/8/8+w+sw+0+1');
  await page.focus('[role="gridcell"][tabindex="0"]');
  await moveCursorTo(page, 'b3');
  await page.keyboard.press('t');
  await moveCursorTo(page, 'd4');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'A piece for d4' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await hasPosition(page, "8/8/8/8/3A'4/1t6/8/8 w sw 0 1");
  await moveCursorTo(page, 'd5');
  await page.keyboard.press('t');
  await page.keyboard.press("'");
  await page.keyboard.press('T');
  await verdict(page, 'This position can be played.');
  await moveCursorTo(page, 'd4');
  await page.keyboard.press('Enter');
  await moveCursorTo(page, 'e4');
  await page.keyboard.press('Enter');
  await hasPosition(page, "8/8/8/3T'4/4A'3/1t6/8/8 w sw 0 1");
  await page.keyboard.press('Delete');
  await hasPosition(page, "8/8/8/3T'4/8/1t6/8/8 w sw 0 1");
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await hasPosition(page, "8/8/8/3T'4/3A'4/1t6/8/8 w sw 0 1");
  await page.keyboard.press('Control+Shift+z');
  await hasPosition(page, "8/8/8/3T'4/4A'3/1t6/8/8 w sw 0 1");

  await page.getByLabel('North in the game').selectOption('Plays');
  await verdict(page, 'North has no T');
  await page.getByLabel('North in the game').selectOption('Is out');
  await verdict(page, 'This position can be played.');
  await hasPosition(page, / w swN 0 1$/);

  const field = page.getByLabel('Position text');
  await field.fill('8/8/8/8/8/8/8/8 s sn 0');
  await expect(page.getByText('A position has five parts, this text has 4.')).toBeVisible();
  await field.fill('6 C C B B A T\n5 A A B B C C\n4 . . . . . .\n3 . . . . . .\n2 c c b b a a\n1 t a b b c c');
  await hasPosition(page, 'CCBBAT/AABBCC/6/6/ccbbaa/tabbcc s sn 0 1');
  await expect(field).toHaveValue('CCBBAT/AABBCC/6/6/ccbbaa/tabbcc s sn 0 1');
});

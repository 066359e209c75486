import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { clickMove, reaches, shown } from './game-page.ts';
import { readyForOffline } from './offline.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

const text = (page: Page): Promise<string> =>
  page.$eval('[data-position]', (board) => board.getAttribute('data-position') ?? '');
const verdict = (page: Page, said: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: said }).waitFor();

/** Takes the keyboard's cursor to a square, by arrow keys. */
async function walkTo(page: Page, square: string): Promise<void> {
  const here = () => page.evaluate(() => document.activeElement?.getAttribute('data-square') ?? '');
  for (let at = await here(); at !== square; at = await here()) {
    if (at === '') throw new Error(`nothing has the focus on the way to ${square}`);
    const [file = '', rank = ''] = at;
    const [toFile = '', toRank = ''] = square;
    await page.keyboard.press(
      `Arrow${file < toFile ? 'Right' : file > toFile ? 'Left' : rank < toRank ? 'Up' : 'Down'}`,
    );
  }
}

test('a position set up by mouse is refused on its square, mended, and played from to its end', async () => {
  const faults: string[] = [];
  const south = await visitor(env.browser, faults);
  const north = await visitor(env.browser, faults);
  await south.goto(`${env.site.url}/editor`);
  await alive(south);
  await verdict(south, 'This position can be played.');

  await south.getByLabel('Start from').selectOption({ label: 'Empty board' });
  await verdict(south, 'South has no T. Put one on the board.');
  await south.click('[data-square="f8"]');
  await south.getByRole('dialog', { name: 'A piece for f8' }).getByRole('button', { name: "South's T" }).click();
  const palette = south.getByRole('region', { name: 'Pieces' });
  await palette.getByRole('button', { name: "North's T" }).click();
  await south.click('[data-square="c3"]');
  await south.click('[data-square="c5"]');
  expect(await text(south)).toBe('5t2/8/8/2T5/8/2T5/8/8 s sn 0 1');
  const refused = south.locator('[data-fault]');
  await verdict(south, 'North has a second T on c5. Take one of the two away.');
  expect(await refused.getAttribute('data-square')).toBe('c5');
  expect(await refused.getAttribute('aria-label')).toContain('North has a second T on c5');
  expect(await south.getByRole('button', { name: 'Play from here' }).isDisabled()).toBe(true);
  await palette.getByRole('button', { name: "North's T" }).click();
  await south.click('[data-square="a1"]');
  await south.getByRole('dialog', { name: 'A piece for a1' }).waitFor();
  expect(await violations(south)).toEqual([]);

  await south.keyboard.press('Escape');
  await south.click('[data-square="c5"]', { button: 'right' });
  await verdict(south, 'This position can be played.');
  await south.dragAndDrop('[data-square="f8"]', '[data-square="g8"]');
  expect(await text(south)).toBe('6t1/8/8/8/8/2T5/8/8 s sn 0 1');
  await south.dragAndDrop('[data-square="c3"]', 'header');
  await verdict(south, 'North has no T. Put one on the board.');
  await south.keyboard.press('Control+z');
  await verdict(south, 'This position can be played.');
  await south.waitForURL(({ search }) => search.includes('?position=6t1/8/8/8/8/2T5/8/8+s+sn+0+1'));
  const answer = await south.request.get(south.url());
  expect(await answer.text()).toContain('data-position="6t1/8/8/8/8/2T5/8/8 s sn 0 1"');

  await south.getByRole('link', { name: 'Play from here' }).click();
  const panel = south.getByRole('region', { name: 'Open your own table' });
  await panel.getByText('Two seats. South begins.').waitFor();
  await panel.getByRole('radio', { name: 'South', exact: true }).check({ force: true });
  await panel.getByRole('button', { name: 'Open table' }).click();
  await south.waitForURL(/\/game\/\w+/);
  await north.goto(south.url());
  await alive(north);
  await north.getByRole('button', { name: /^Join/ }).click();
  await reaches(south, 4);
  expect((await shown(north)).position).toBe('6t1/8/8/8/8/2T5/8/8 s sn 0 1');
  await clickMove(south, { from: 'g8', to: 'h8' });
  await Promise.all([south, north].map((page) => page.locator('[data-result="south"]').waitFor()));
  expect(faults).toEqual([]);
});

test('the keyboard alone sets a board up, undoes and does again, and a pasted diagram becomes a position', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/editor?position=8/8/8/8/8/8/8/8+w+sw+0+1`);
  await alive(page);
  await page.focus('[role="gridcell"][tabindex="0"]');
  await walkTo(page, 'b3');
  await page.keyboard.press('t');
  await walkTo(page, 'd4');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'A piece for d4' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  expect(await text(page)).toBe("8/8/8/8/3A'4/1t6/8/8 w sw 0 1");
  await walkTo(page, 'd5');
  await page.keyboard.press('t');
  await page.keyboard.press("'");
  await page.keyboard.press('T');
  await verdict(page, 'This position can be played.');
  await walkTo(page, 'd4');
  await page.keyboard.press('Enter');
  await walkTo(page, 'e4');
  await page.keyboard.press('Enter');
  expect(await text(page)).toBe("8/8/8/3T'4/4A'3/1t6/8/8 w sw 0 1");
  await page.keyboard.press('Delete');
  expect(await text(page)).toBe("8/8/8/3T'4/8/1t6/8/8 w sw 0 1");
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  expect(await text(page)).toBe("8/8/8/3T'4/3A'4/1t6/8/8 w sw 0 1");
  await page.keyboard.press('Control+Shift+z');
  expect(await text(page)).toBe("8/8/8/3T'4/4A'3/1t6/8/8 w sw 0 1");

  await page.getByLabel('North in the game').selectOption('Plays');
  await verdict(page, 'North has no T');
  await page.getByLabel('North in the game').selectOption('Is out');
  await verdict(page, 'This position can be played.');
  expect(await text(page)).toMatch(/ w swN 0 1$/);

  const field = page.getByLabel('Position text');
  await field.fill('8/8/8/8/8/8/8/8 s sn 0');
  await page.getByText('A position has five parts, this text has 4.').waitFor();
  await field.fill('6 C C B B A T\n5 A A B B C C\n4 . . . . . .\n3 . . . . . .\n2 c c b b a a\n1 t a b b c c');
  expect(await text(page)).toBe('CCBBAT/AABBCC/6/6/ccbbaa/tabbcc s sn 0 1');
  expect(await field.inputValue()).toBe('CCBBAT/AABBCC/6/6/ccbbaa/tabbcc s sn 0 1');
  expect(faults).toEqual([]);
});

test('without a connection the editor opens with the position in its address, once any page was visited', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults, { serviceWorkers: 'allow' });
  await page.goto(env.site.url);
  await readyForOffline(page);
  await page.context().setOffline(true);
  await page.goto(`${env.site.url}/editor?position=${encodeURIComponent('8/8/8/8/8/2d5/1T6/t7 s sn 0 1')}`);
  await expect.poll(() => text(page)).toBe('8/8/8/8/8/2d5/1T6/t7 s sn 0 1');
  await page.locator('[data-square="a1"]').focus();
  await page.keyboard.press('Delete');
  await expect.poll(() => text(page)).toBe('8/8/8/8/8/2d5/1T6/8 s sn 0 1');
  expect(faults).toEqual([]);
});

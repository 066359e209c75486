import type { Locator, Page } from '@playwright/test';
import type { Move } from './script.ts';

const square = (page: Page, name: string): Locator => page.locator(`[data-square="${name}"]`);

async function middle(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await square(page, name).boundingBox();
  if (box === null) throw new Error(`${name} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function dragMove(page: Page, { from, to }: Move): Promise<void> {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 2 });
  await page.mouse.move(end.x, end.y, { steps: 2 });
  await page.mouse.up();
}

/** Drags the piece with a finger, using real touch events. */
export async function touchMove(page: Page, { from, to }: Move): Promise<void> {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  const device = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly { x: number; y: number }[]) =>
    device.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  await touch('touchStart', [start]);
  await touch('touchMove', [{ x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }]);
  await touch('touchMove', [end]);
  await touch('touchEnd', []);
  await device.detach();
}

export async function tapMove(page: Page, { from, to }: Move): Promise<void> {
  await square(page, from).tap();
  await square(page, to).tap();
}

export async function typeMove(page: Page, { from, to }: Move): Promise<void> {
  await page.keyboard.type(from + to);
  await page.keyboard.press('Enter');
}

export async function moveCursorTo(page: Page, name: string): Promise<void> {
  const here = () => page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? '');
  const wanted = await square(page, name).getAttribute('data-cell');
  const [column = 0, row = 0] = (wanted ?? '').split(' ').map(Number);
  let presses = 0;
  for (let at = await here(); at !== wanted; at = await here()) {
    if (++presses > 30) throw new Error(`the cursor stays at "${at}" on its way to ${name}`);
    const [atColumn = 0, atRow = 0] = at.split(' ').map(Number);
    await page.keyboard.press(
      `Arrow${atColumn < column ? 'Right' : atColumn > column ? 'Left' : atRow < row ? 'Down' : 'Up'}`,
    );
  }
}

export async function chooseWithKeys(page: Page, name: string): Promise<void> {
  await moveCursorTo(page, name);
  await page.keyboard.press('Enter');
}

/** Plays like a screen reader user: finds squares by their accessible names, and chooses one announced as a target. */
export async function moveByLabels(page: Page, { from, to }: Move): Promise<void> {
  await page.getByRole('gridcell', { name: new RegExp(`^${from}, .*can move`) }).press('Enter');
  await page.getByRole('gridcell', { name: new RegExp(`^${from}, .*selected`) }).waitFor();
  await page.getByRole('gridcell', { name: new RegExp(`^${to}, .*target`) }).press('Enter');
}

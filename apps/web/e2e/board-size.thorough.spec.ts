import type { Page } from '@playwright/test';
import type { Side } from '@terrace/rules';
import { expect, test } from './fixtures/test.ts';
import { waitForSeq } from './game-page.ts';
import type { SeatedPlayer } from './players.ts';
import { waitForPaint } from './screens.ts';

/** The minimum side of the board's floors in px, by screen. */
const SCREENS = [
  { width: 360, height: 640, least: 336 },
  { width: 360, height: 740, least: 352 },
  { width: 390, height: 844, least: 380 },
  { width: 640, height: 400, least: 360 },
  { width: 740, height: 360, least: 324 },
  { width: 768, height: 1024, least: 650 },
  { width: 820, height: 1180, least: 800 },
  { width: 1024, height: 768, least: 620 },
  { width: 1280, height: 800, least: 640 },
  { width: 1920, height: 1080, least: 900 },
  { width: 2560, height: 1440, least: 1230 },
] as const;

const TWO = ['south', 'north'] as const;
const FOUR = ['south', 'west', 'north', 'east'] as const;
const time = { kind: 'clock', initialMs: 3_600_000, incrementMs: 5_000 } as const;

/** Each player's first move, so that no page waits for one. */
const FIRST = {
  long: ['d2 d3', 'e7 e6'],
  four: ['d1 d4', 'a5 c5', 'e8 e6', 'h5 e5'],
} as const;

async function playFirst<S extends Side>(
  { page, sendCommand }: SeatedPlayer<S>,
  sides: readonly S[],
  setup: keyof typeof FIRST,
) {
  for (const [n, move] of FIRST[setup].entries()) {
    const [from = '', to = ''] = move.split(' ');
    const side = sides[n];
    if (side !== undefined) await sendCommand(side, { type: 'move', ply: n + 1, from, to });
  }
  await waitForSeq(page, 2 + 2 * sides.length); // created, seated, started, moved
}

type Box = {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
};

const boxes = (page: Page): Promise<Box[]> =>
  page.evaluate(() => {
    const parts = ['[role="grid"]', '[data-plate]', '[data-part="actions"] .action', 'header .menu'];
    return parts.flatMap((part) =>
      [...document.querySelectorAll(part)].flatMap((element, n) => {
        const { x, y, right, bottom, width } = element.getBoundingClientRect();
        return width === 0 ? [] : [{ name: `${part} ${n}`, x, y, right, bottom }];
      }),
    );
  });

const overlap = (a: Box, b: Box) =>
  a.x < b.right - 0.5 && b.x < a.right - 0.5 && a.y < b.bottom - 0.5 && b.y < a.bottom - 0.5;

async function problemsAt(page: Page, { width, height, least }: (typeof SCREENS)[number]): Promise<string[]> {
  const found: string[] = [];
  const all = await boxes(page);
  const [board] = all;
  const side = board === undefined ? 0 : board.right - board.x;
  if (side < least) found.push(`the board is ${side} px wide`);
  if (all.filter(({ name }) => name.includes('action')).length < 3) found.push('actions are missing');
  for (const [n, box] of all.entries()) {
    if (box.x < 0 || box.y < 0 || box.right > width + 0.5 || box.bottom > height + 0.5) {
      found.push(`${box.name} is outside`);
    }
    for (const other of all.slice(n + 1)) if (overlap(box, other)) found.push(`${box.name} lies on ${other.name}`);
  }
  const scrolls = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth > innerWidth || scrollHeight > innerHeight;
  });
  if (scrolls) found.push('the page scrolls');
  const clocks = await page.evaluate(() =>
    [...document.querySelectorAll('[data-plate]')].flatMap((plate) => {
      const clock = plate.querySelector('.clock')?.getBoundingClientRect();
      const box = plate.getBoundingClientRect();
      return clock && clock.width > 0 && clock.right <= box.right && clock.bottom <= box.bottom
        ? []
        : ['a clock is cut'];
    }),
  );
  return [...found, ...clocks].map((each) => `${width}×${height}: ${each}`);
}

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await waitForPaint(page);
}

/** Waits until a game fits on every screen, with a board as large as the screen allows. */
async function expectFits(page: Page): Promise<void> {
  for (const screen of SCREENS) {
    await resize(page, screen.width, screen.height);
    await expect.poll(() => problemsAt(page, screen)).toEqual([]);
  }
}

test('the board of two seats fills every screen, and a draw offer moves only the list of moves', async ({
  createHostedGame,
}) => {
  const player = await createHostedGame(TWO, { time });
  const { page, sendCommand } = player;
  await playFirst(player, TWO, 'long');
  await expectFits(page);

  // Panels cover exactly the column over which they open.
  const span = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return [box?.x, box?.width];
  };
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await resize(page, width, height);
    await page.keyboard.press('s');
    await expect(page.getByRole('dialog')).toBeVisible();
    const [panel, column] = [() => span('dialog[open], [role="dialog"]'), () => span('[data-part="chat"]')];
    await expect.poll(async () => JSON.stringify(await panel()) === JSON.stringify(await column())).toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  const before = new Map<number, Box[]>();
  for (const [n, { width, height }] of SCREENS.entries()) {
    await resize(page, width, height);
    before.set(n, await boxes(page));
  }
  await sendCommand('north', { type: 'offer', offer: 'draw' });
  await expect(page.getByRole('region', { name: 'North offers a draw' })).toBeAttached();
  for (const [n, { width, height }] of SCREENS.entries()) {
    await resize(page, width, height);
    await expect.poll(() => boxes(page), `${width}×${height}`).toEqual(before.get(n));
  }

  // A phone has two menus: pages in the header, and actions of game and board under More.
  await resize(page, 360, 640);
  await expect(page.locator('[aria-expanded]:visible')).toContainText(['Menu', 'More']);
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.press('Enter');
  const first = page.locator('[role="grid"]').getByRole('gridcell').first();
  const name = (await first.getAttribute('data-square')) ?? '';
  await page.getByRole('button', { name: 'Mirror the board' }).press('Enter');
  await expect(first).not.toHaveAttribute('data-square', name);
  await expect(more).toBeFocused();
});

test('the board of four seats fills every screen, with the chat and the list of moves next to it', async ({
  createHostedGame,
}) => {
  const player = await createHostedGame(FOUR, { setup: 'four', time });
  const { page, sendCommand } = player;
  await playFirst(player, FOUR, 'four');
  await expectFits(page);

  // The chat of a small screen is a sheet that leaves the player's clock visible.
  const chat = page.getByRole('button', { name: 'Chat', exact: true });
  const sheet = page.locator('[data-part="chat"] .chat');
  for (const [width, height] of [
    [360, 640],
    [820, 1180],
  ] as const) {
    await resize(page, width, height);
    await chat.press('Enter');
    await expect(sheet).toBeVisible();
    const isClockInSight = () =>
      page.locator('[data-plate="south"] .clock').evaluate((element) => {
        const box = element.getBoundingClientRect();
        // The plate has one button that covers it.
        const plate = element.closest('[data-plate]');
        return plate?.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) === true;
      });
    await expect.poll(isClockInSight).toBe(true);
    await expect(page.locator(':focus')).toHaveAttribute('aria-label', 'Close the chat');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(chat).toBeFocused();
  }
  await resize(page, 360, 740);
  await chat.click();
  await expect(sheet).toBeVisible();
  const tabs = await page.locator('[data-part="chat"] .tabs').boundingBox();
  if (tabs === null) throw new Error('the sheet is not shown');
  await page.mouse.move(100, tabs.y + 10);
  await page.mouse.down();
  await page.mouse.move(100, tabs.y + 120, { steps: 3 });
  await page.mouse.up();
  await expect(sheet).toBeHidden();

  // On a desktop the chat shows five lines, even after the end of the game, and the moves keep half of their column.
  await resize(page, 1280, 800);
  const expectFiveLines = () =>
    expect
      .poll(async () => Math.ceil((await page.locator('[data-part="chat"] [role="log"]').boundingBox())?.height ?? 0))
      .toBeGreaterThanOrEqual(5 * 28);
  await expectFiveLines();
  for (const side of ['north', 'west', 'east'] as const) await sendCommand(side, { type: 'resign' });
  await expect(page.locator('[data-result]')).toBeVisible();
  await expectFiveLines();
  const shareOfMoves = () =>
    page.evaluate(() => {
      const box = (part: string) => document.querySelector(part)?.getBoundingClientRect();
      const [above, below] = [box('[data-corner="ur"]'), box('[data-corner="lr"]')];
      const [moves, steps] = [box('[data-part="moves"]'), box('[data-part="navigation"]')];
      if (!above || !below || !moves || !steps) return 0;
      return (steps.bottom - moves.top) / (below.top - above.bottom);
    });
  await expect.poll(shareOfMoves).toBeGreaterThanOrEqual(0.5);
});

test('the boards of analysis, editor and lessons fill the screen', async ({ visit }) => {
  for (const path of ['/analysis', '/editor', '/learn']) {
    const page = await visit(path);
    for (const [width, height, least] of [
      [1920, 1080, 900],
      [640, 400, 340],
      [820, 1180, path === '/learn' ? 740 : 800],
      [360, 640, 340],
    ] as const) {
      await resize(page, width, height);
      const board = page.locator('[role="grid"]').first();
      const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const where = `${path} at ${width}×${height}`;
      await expect.poll(async () => (await board.boundingBox())?.width, where).toBeGreaterThanOrEqual(least);
      await expect.poll(overhang, where).toBeLessThanOrEqual(0);
    }
    await page.context().close();
  }
});

import type { Page } from '@playwright/test';
import { type Command, DEFAULT_SETTINGS } from '@terrace/protocol';
import type { Side } from '@terrace/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alive, visitor } from './browser.ts';
import { connectSocket, newCommandId, type SocketClient } from './socket-client.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();

/** Least side of the board's floors in px, of what the screen has. */
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

const TWO: readonly Side[] = ['south', 'north'];
const FOUR: readonly Side[] = ['south', 'west', 'north', 'east'];

type Table = { readonly page: Page; say(side: Side, command: Command): Promise<void> };
const sockets: SocketClient[] = [];
const faults: string[] = [];
let two: Table;
let four: Table;

/** Everybody's first move, so that nobody is waited for. */
const FIRST: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  long: [
    ['d2', 'd3'],
    ['e7', 'e6'],
  ],
  four: [
    ['d1', 'd4'],
    ['a5', 'c5'],
    ['e8', 'e6'],
    ['h5', 'e5'],
  ],
};

/** A game whose first player has a page, and the others a wire. */
async function play(sides: readonly Side[], setup: 'long' | 'four'): Promise<Table> {
  const page = await visitor(env.browser, faults);
  const contexts = await Promise.all(sides.map((_, n) => (n === 0 ? page.context() : env.browser.newContext())));
  const wires = await Promise.all(contexts.map((context) => connectSocket(context, env.site.url)));
  sockets.push(...wires);
  const ask = async (n: number, command: Command, gameId: typeof id) => {
    await wires[n]?.ask('game:command', { gameId, commandId: newCommandId(), command });
  };
  const [first] = wires;
  if (first === undefined) throw new Error('nobody to play');
  const { gameId: id } = await first.ask('game:create', {
    commandId: newCommandId(),
    settings: { ...DEFAULT_SETTINGS, setup, time: { kind: 'clock', initialMs: 3_600_000, incrementMs: 5_000 } },
    side: sides[0] ?? null,
    reserved: [],
    from: null,
  });
  for (const [n, side] of sides.entries()) if (n > 0) await ask(n, { type: 'sit', side }, id);
  for (const [n, [from, to]] of (FIRST[setup] ?? []).entries())
    await ask(n, { type: 'move', ply: n + 1, from, to }, id);
  await page.goto(`${env.site.url}/game/${id}`);
  await alive(page);
  return { page, say: (side, command) => ask(sides.indexOf(side), command, id) };
}

beforeAll(async () => {
  two = await play(TWO, 'long');
  four = await play(FOUR, 'four');
});
afterAll(() => {
  for (const socket of sockets) socket.close();
});

type Box = {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
};

/** The parts that a game cannot do without, as they stand on the screen. */
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

async function faultsAt(page: Page, { width, height, least }: (typeof SCREENS)[number]): Promise<string[]> {
  await page.setViewportSize({ width, height });
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

test('on every screen the board is as large as it lets it be, with plates, clocks and actions whole beside it', async () => {
  const found: string[] = [];
  for (const table of [two, four]) {
    for (const screen of SCREENS) found.push(...(await faultsAt(table.page, screen)));
  }
  expect(found).toEqual([]);
});

test('nothing on a screen moves when somebody asks for a draw, save the list of moves', async () => {
  const { page, say } = two;
  const before = new Map<number, Box[]>();
  for (const [n, { width, height }] of SCREENS.entries()) {
    await page.setViewportSize({ width, height });
    before.set(n, await boxes(page));
  }
  await say('north', { type: 'offer', offer: 'draw' });
  await page.getByRole('region', { name: 'North offers a draw' }).waitFor({ state: 'attached' });
  for (const [n, { width, height }] of SCREENS.entries()) {
    await page.setViewportSize({ width, height });
    expect(await boxes(page), `${width}×${height}`).toEqual(before.get(n));
  }
});

test('the chat of a phone is a sheet that leaves the own clock in sight, and gives the focus back', async () => {
  const { page } = four;
  for (const size of [
    { width: 360, height: 640 },
    { width: 820, height: 1180 },
  ]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Chat', exact: true }).press('Enter');
    const sheet = page.locator('[data-part="chat"] .chat');
    await sheet.waitFor();
    const clock = page.locator('[data-plate="south"] .clock');
    const seen = await clock.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      // The whole plate is one button.
      const plate = element.closest('[data-plate]');
      return plate?.contains(document.elementFromPoint(x + width / 2, y + height / 2)) === true;
    });
    expect(seen).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Close the chat');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Chat');
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Chat', exact: true }).click();
  const tabs = await page.locator('[data-part="chat"] .tabs').boundingBox();
  if (tabs === null) throw new Error('the sheet is not shown');
  await page.mouse.move(100, tabs.y + 10);
  await page.mouse.down();
  await page.mouse.move(100, tabs.y + 120, { steps: 3 });
  await page.mouse.up();
  await page.locator('[data-part="chat"] .chat').waitFor({ state: 'hidden' });
});

test('a phone has two menus: the pages in the header, and in More what can be done with game and board', async () => {
  const { page } = two;
  await page.setViewportSize({ width: 360, height: 640 });
  const menus = page.locator('[aria-expanded]:visible');
  expect(await menus.allTextContents()).toEqual([expect.stringContaining('Menu'), expect.stringContaining('More')]);
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter');
  const board = page.locator('[role="grid"]');
  const first = await board.getByRole('gridcell').first().getAttribute('data-square');
  await page.getByRole('button', { name: 'Mirror the board' }).press('Enter');
  expect(await board.getByRole('gridcell').first().getAttribute('data-square')).not.toBe(first);
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('More');
});

test('panels stand in line with the column they cover', async () => {
  const { page } = two;
  for (const size of [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(size);
    await page.keyboard.press('s');
    const panel = await page.getByRole('dialog').boundingBox();
    const column = await page.locator('[data-part="chat"]').boundingBox();
    expect([panel?.x, panel?.width]).toEqual([column?.x, column?.width]);
    await page.keyboard.press('Escape');
  }
});

test('of four seats the chat shows five lines, and at the end the moves keep half of their column', async () => {
  const { page, say } = four;
  await page.setViewportSize({ width: 1280, height: 800 });
  const height = async (part: string) => (await page.locator(part).boundingBox())?.height ?? 0;
  expect(await height('[data-part="chat"] [role="log"]')).toBeGreaterThanOrEqual(5 * 28);
  for (const side of ['north', 'west', 'east'] as const) await say(side, { type: 'resign' });
  await page.locator('[data-result]').waitFor();
  expect(await height('[data-part="chat"] [role="log"]')).toBeGreaterThanOrEqual(5 * 28);
  const list = await page.evaluate(() => {
    const box = (part: string) => document.querySelector(part)?.getBoundingClientRect();
    const [above, below] = [box('[data-corner="ur"]'), box('[data-corner="lr"]')];
    const [moves, steps] = [box('[data-part="moves"]'), box('[data-part="navigation"]')];
    if (!above || !below || !moves || !steps) return 0;
    return (steps.bottom - moves.top) / (below.top - above.bottom);
  });
  expect(list).toBeGreaterThanOrEqual(0.5);
  expect(faults).toEqual([]);
});

test('analysis, editor and lessons have the board as large as the screen lets it be', async () => {
  const page = await visitor(env.browser, faults);
  const found: string[] = [];
  for (const path of ['/analysis', '/editor', '/learn']) {
    await page.goto(env.site.url + path);
    await alive(page);
    for (const [width, height, least] of [
      [1920, 1080, 900],
      [640, 400, 340],
      [820, 1180, path === '/learn' ? 740 : 800],
      [360, 640, 340],
    ] as const) {
      await page.setViewportSize({ width, height });
      const box = await page.locator('[role="grid"]').first().boundingBox();
      if (box === null || box.width < least) found.push(`${path} at ${width}×${height}: ${box?.width} px`);
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) {
        found.push(`${path} at ${width}×${height} scrolls sideways`);
      }
    }
  }
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
});

import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { violations } from './axe.ts';
import { alive, visitor } from './browser.ts';
import { clickMove, framesPass, reaches, shown } from './game-page.ts';
import { typeMove } from './move-input.ts';
import { gather } from './players.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();
/** Created, twice seated, started. */
const BEGUN = 4;
/** Presses of the Tab key from the start of a page to its board, the skip link among them. */
const MOST_STOPS = 8;

const square = (page: Page, name: string) => page.locator(`[data-square="${name}"]`);
const heading = (page: Page, text: string) => page.locator('.inspector h2', { hasText: text }).waitFor();
const onBoard = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('role') === 'gridcell');
const ply = async (page: Page) => Number((await shown(page)).position.split(' ').at(-1));

async function stopsToBoard(page: Page): Promise<number> {
  for (let stops = 0; stops < 40; stops += 1) {
    await page.keyboard.press('Tab');
    if (await onBoard(page)) return stops;
  }
  throw new Error('the Tab key did not come to the board');
}

test('few stops of the Tab key lie before the board, and the first one leads there', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, {}, faults);
  const { south } = party.pages;
  await reaches(south, BEGUN);
  await south.goto(party.url);
  await alive(south);
  await south.bringToFront();
  expect(await stopsToBoard(south)).toBeLessThanOrEqual(MOST_STOPS);
  for (const path of ['/analysis', '/editor', '/learn']) {
    await south.goto(env.site.url + path);
    await alive(south);
    expect(await stopsToBoard(south), path).toBeLessThanOrEqual(MOST_STOPS);
  }

  await south.goto(party.url);
  await alive(south);
  await south.keyboard.press('Tab');
  await south.getByRole('link', { name: 'Skip to the board' }).waitFor();
  expect(await violations(south)).toEqual([]);
  await south.getByRole('link', { name: 'Skip to the board' }).press('Enter');
  expect(await onBoard(south)).toBe(true);

  await south.goto(`${env.site.url}/leaderboard`);
  await alive(south);
  await south.keyboard.press('Tab');
  await south.keyboard.press('Enter');
  await south.keyboard.press('Tab');
  expect(await south.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  party.close();
  expect(faults).toEqual([]);
});

test('what is pressed before its part of the page is awake is answered when it is', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, {}, faults);
  const { south } = party.pages;
  await reaches(south, BEGUN);
  for (const [name, attribute] of [
    ['.movable', 'aria-selected'], // on the board
    ['.facts [aria-pressed]', 'aria-pressed'], // beside it
  ] as const) {
    const scripts = Promise.withResolvers<void>();
    await south.route('**/*.js', async (route) => {
      await scripts.promise;
      await route.continue();
    });
    await south.goto(party.url, { waitUntil: 'commit' });
    const button = south.locator(name).first();
    const before = await button.getAttribute(attribute);
    await button.click();
    scripts.resolve();
    await alive(south);
    await south.unroute('**/*.js');
    await expect.poll(() => button.getAttribute(attribute), { message: name }).not.toBe(before);
  }
  party.close();
  expect(faults).toEqual([]);
});

test('on the way to a board the pages are one stop, with arrows from one to the next', async () => {
  const faults: string[] = [];
  const page = await visitor(env.browser, faults);
  await page.goto(`${env.site.url}/analysis`);
  await alive(page);
  const at = () => page.evaluate(() => document.activeElement?.getAttribute('href'));
  await page.getByRole('link', { name: 'Terrace', exact: false }).first().focus();
  await page.keyboard.press('Tab');
  expect(await at()).toBe('/analysis');
  await page.keyboard.press('ArrowLeft');
  expect(await at()).toBe('/learn');
  await page.keyboard.press('Home');
  expect(await at()).toBe('/');
  await page.keyboard.press('End');
  expect(await at()).toBe('/archive');
  expect(faults).toEqual([]);
});

test('a turn begins anew, and the first ones of a visitor point out the goal and the T, once', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, {}, faults);
  const { south } = party.pages;
  const goal = south.getByText('Your goal is h8. Bring your T there and you win.');
  const t = south.getByText('This is your T, on a1. If it is taken, you lose.');
  await reaches(south, BEGUN);
  await goal.waitFor();
  expect(await violations(south)).toEqual([]);
  await clickMove(south, { from: 'd2', to: 'e3' });
  await goal.waitFor({ state: 'detached' });
  // It kept naming the piece that had moved.
  await heading(south, 'North to move.');
  await reaches(south, BEGUN + 1);
  await party.say('north', { type: 'move', ply: 2, from: 'e7', to: 'e5' });
  await t.waitFor();
  await heading(south, 'Your move. Choose a piece.');
  await south.keyboard.press('Escape');
  await t.waitFor({ state: 'detached' });
  await south.reload();
  await reaches(south, BEGUN + 2);
  await alive(south);
  await heading(south, 'Your move. Choose a piece.');
  expect((await goal.count()) + (await t.count())).toBe(0);

  const legend = south.getByRole('list', { name: 'The four signs' });
  expect(await legend.count()).toBe(1);
  await party.say('north', { type: 'resign' });
  await legend.waitFor({ state: 'detached' });
  party.close();
  expect(faults).toEqual([]);
});

test('keys are the game’s after the mouse chose a view, and Esc cancels wherever the focus is', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, {}, faults);
  const { south } = party.pages;
  await reaches(south, BEGUN);
  await south.bringToFront();
  await south.locator('label', { hasText: '3D' }).click();
  await south.locator('label', { hasText: '2D' }).click();
  await typeMove(south, { from: 'd2', to: 'e3' });
  await reaches(south, BEGUN + 1);
  await south.keyboard.press('ArrowLeft');
  expect(await ply(south)).toBe(1);
  await south.keyboard.press('ArrowRight');

  await party.say('north', { type: 'move', ply: 2, from: 'e7', to: 'e5' });
  await reaches(south, BEGUN + 2);
  const selected = south.locator('[aria-selected="true"]');
  for (const focus of [
    () => south.getByRole('radio', { name: '2D' }).focus(),
    () => south.getByRole('button', { name: 'Resign' }).focus(),
    () => south.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur()),
  ]) {
    await square(south, 'e3').click();
    await selected.waitFor();
    await focus();
    await south.keyboard.press('Escape');
    await selected.waitFor({ state: 'detached' });
  }
  // What is being written is left first.
  await square(south, 'e3').click();
  const field = south.getByRole('textbox', { name: 'Message' });
  await field.fill('one');
  await field.press('Escape');
  await framesPass(south);
  expect([await selected.count(), await field.inputValue()]).toEqual([1, 'one']);
  await south.keyboard.press('Escape');
  await selected.waitFor({ state: 'detached' });
  party.close();
  expect(faults).toEqual([]);
});

test('the list of moves is one stop, and arrows, Home and End go through it', async () => {
  const faults: string[] = [];
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, {}, faults);
  const { south } = party.pages;
  await party.say('south', { type: 'move', ply: 1, from: 'd2', to: 'e3' });
  await party.say('north', { type: 'move', ply: 2, from: 'e7', to: 'e5' });
  await party.say('south', { type: 'move', ply: 3, from: 'c1', to: 'c3' });
  await reaches(south, BEGUN + 3);
  const stops = south.locator('[data-ply][tabindex="0"]');
  expect(await stops.count()).toBe(1);
  await stops.focus();
  const at = async () => [
    await south.evaluate(() => Number(document.activeElement?.getAttribute('data-ply'))),
    (await ply(south)) - 1,
  ];
  expect(await at()).toEqual([3, 3]);
  for (const [key, move] of [
    ['ArrowLeft', 2],
    ['Home', 1],
    ['ArrowDown', 3],
    ['ArrowUp', 1],
    ['ArrowRight', 2],
    ['End', 3],
  ] as const) {
    await south.keyboard.press(key);
    expect(await at(), key).toEqual([move, move]);
    expect(await stops.count()).toBe(1);
  }
  party.close();
  expect(faults).toEqual([]);
});

test('a finger that draws a piece along is told beside it where the piece would land', async () => {
  const faults: string[] = [];
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, {}, faults, phone);
  const { south } = party.pages;
  await reaches(south, BEGUN);
  await south.bringToFront();
  const device = await south.context().newCDPSession(south);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', name?: string) => {
    const box = name === undefined ? null : await square(south, name).boundingBox();
    const touchPoints = box === null ? [] : [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await device.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  const landing = south.locator('[data-landing]');
  await touch('touchStart', 'e2');
  expect(await landing.count()).toBe(0);
  await touch('touchMove', 'e3');
  await touch('touchMove', 'e4');
  await landing.and(south.locator('[data-landing="e4"]')).waitFor();
  const [label, finger] = await Promise.all([landing.boundingBox(), square(south, 'e4').boundingBox()]);
  // Above the finger, which is taken to be 44 px wide, and on the screen.
  expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThan((finger?.y ?? 0) + (finger?.height ?? 0) / 2 - 22);
  expect(label?.height).toBeGreaterThan(30);
  await touch('touchEnd');
  await landing.waitFor({ state: 'detached' });
  await reaches(south, BEGUN + 1);
  party.close();
  expect(faults).toEqual([]);
});

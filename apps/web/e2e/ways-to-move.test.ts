import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { alive } from './browser.ts';
import { framesPass, reaches, shown } from './game-page.ts';
import { chooseByKeys, dragMove, hearAndMove, tapMove, touchMove, typeMove } from './move-input.ts';
import { gather, type PlayersAtTable } from './players.ts';
import { type Move, scriptedGame } from './script.ts';
import { useTestSite } from './test-site.ts';

const env = useTestSite();
/** Created, twice seated, started. */
const BEGUN = 4;
const MOVES = 10;

type Seat = 'south' | 'north';
type Way = (page: Page, move: Move) => Promise<void>;
const script = scriptedGame('long', 40, 60);

/** Ten moves of a scripted game, each by the way of whose turn it is, and then North resigns. */
async function playBy(party: PlayersAtTable<Seat>, ways: Readonly<Record<Seat, Way>>): Promise<void> {
  for (const [n, move] of script.moves.slice(0, MOVES).entries()) {
    const side = n % 2 === 0 ? 'south' : 'north';
    const page = party.pages[side];
    await reaches(page, BEGUN + n);
    await page.bringToFront();
    await ways[side](page, move);
    await reaches(page, BEGUN + n + 1);
  }
  await party.say('north', { type: 'resign' });
  await party.pages.south.getByRole('heading', { name: 'You won: North resigned' }).waitFor();
  expect(await shown(party.pages.south)).toEqual(await shown(party.pages.north));
}

const players = (faults: string[]) => gather(env.browser, env.site.url, ['south', 'north'] as const, {}, faults);

test('a game by drawing pieces with the mouse, against one who writes moves', async () => {
  const faults: string[] = [];
  const party = await players(faults);
  const { south } = party.pages;
  await reaches(south, BEGUN);
  // What is begun is forgotten by the right button, also with the piece in hand, and by Esc.
  const e2 = await south.locator('[data-square="e2"]').boundingBox();
  if (e2 === null) throw new Error('e2 is not on the screen');
  await south.bringToFront();
  await south.mouse.move(e2.x + 20, e2.y + 20);
  await south.mouse.down();
  await south.mouse.move(e2.x + 60, e2.y - 40);
  await south.mouse.down({ button: 'right' });
  await south.mouse.move(e2.x + 60, e2.y - 60);
  await south.mouse.up({ button: 'right' });
  await south.mouse.up();
  const selected = south.getByRole('gridcell', { selected: true });
  await framesPass(south);
  expect(await selected.count()).toBe(0);
  await south.locator('[data-square="e2"]').click();
  await selected.waitFor();
  await south.keyboard.press('Escape');
  await selected.waitFor({ state: 'detached' });
  await playBy(party, { south: dragMove, north: typeMove });

  // Looking back: the slider's keys, the start and the end, and a link to any move.
  await south.keyboard.press('Home');
  const start = await shown(south);
  expect(start.position.endsWith(' 1')).toBe(true);
  await south.getByRole('slider', { name: 'Position' }).press('ArrowRight');
  expect((await shown(south)).position.endsWith(' 2')).toBe(true);
  await south.goto(`${party.url}?ply=3`);
  expect((await shown(south)).position.endsWith(' 4')).toBe(true);
  await alive(south);
  expect((await shown(south)).position.endsWith(' 4')).toBe(true);
  party.close();
  expect(faults).toEqual([]);
});

test('a game with fingers on two phones: one draws the pieces, one touches twice', async () => {
  const faults: string[] = [];
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const party = await gather(env.browser, env.site.url, ['south', 'north'] as const, {}, faults, phone);
  await playBy(party, { south: touchMove, north: tapMove });
  // Nothing scrolled under the fingers.
  expect(await party.pages.south.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
  party.close();
  expect(faults).toEqual([]);
});

test('a game by the cursor and Enter, against one who knows the page only by what it says', async () => {
  const faults: string[] = [];
  const party = await players(faults);
  const { south, north } = party.pages;
  await south.bringToFront();
  await south.getByRole('gridcell', { name: /^a1,/ }).focus();
  const byKeys: Way = async (page, { from, to }) => {
    await chooseByKeys(page, from);
    await chooseByKeys(page, to);
  };
  const byEar: Way = async (page, move) => {
    expect(await page.locator('p[aria-live]').textContent()).toMatch(/^South: /);
    await hearAndMove(page, move);
  };
  await playBy(party, { south: byKeys, north: byEar });
  expect(await north.locator('p[aria-live]').textContent()).toBe('You lost, by resigning.');
  party.close();
  expect(faults).toEqual([]);
});

// Pictures of the solid board: themes, boards, sizes and seats, from a running server, into /shots/ at the root.
// Usage: node tools/solid-shots.ts [http://localhost:3000] [name ...]
import { mkdirSync } from 'node:fs';
import { fold, positionOf } from '@terrace/game';
import { GameLog } from '@terrace/protocol';
import { legalMoves, moveKind, pieceAt, type SetupName, type Side, squareName } from '@terrace/rules';
import type { Page } from 'playwright-core';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { gather, type PlayersAtTable } from '../e2e/players.ts';

printHelpIfAsked(
  'node apps/web/tools/solid-shots.ts [address] [name ...]: pictures of the 3D board of a running server.',
);

const site = process.argv[2] ?? 'http://localhost:3000';
const wanted = process.argv.slice(3);
const folder = new URL('../../../shots/', import.meta.url).pathname;
const ALL: readonly Side[] = ['south', 'west', 'north', 'east'];
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
const does = (name: string) => wanted.length === 0 || wanted.includes(name);
try {
  if (does('two')) await two();
  if (does('four')) await four();
  if (does('small')) await small();
} finally {
  await browser.close();
}

async function two(): Promise<void> {
  const party = await gather(browser, site, ['south', 'north'] as const, settings('long'), []);
  await play(party, 24);
  const page = party.pages.south;
  await solid(page);
  await shoot(page, 'solid-two');
  await select(page);
  await shoot(page, 'solid-two-chosen');
  for (const board of ['plaster', 'paddy', 'slate', 'dusk']) {
    await page.evaluate((name) => (document.documentElement.dataset.board = name), board);
    await shoot(page, `solid-two-${board}`, false);
  }
  party.close();
}

async function four(): Promise<void> {
  const party = await gather(browser, site, ALL, settings('four'), []);
  await play(party, 20);
  for (const side of ['south', 'east'] as const) {
    const page = party.pages[side];
    await solid(page);
    await shoot(page, `solid-four-${side}`);
  }
  party.close();
}

async function small(): Promise<void> {
  const party = await gather(browser, site, ['south', 'north'] as const, settings('long6'), []);
  await play(party, 8);
  await solid(party.pages.north);
  await shoot(party.pages.north, 'solid-small');
  party.close();
}

function settings(setup: SetupName) {
  return { setup, time: { kind: 'clock', initialMs: 480_000, incrementMs: 3_000 } } as const;
}

async function solid(page: Page): Promise<void> {
  await page.bringToFront();
  await page.setViewportSize(DESK);
  await page.getByRole('radio', { name: 'Solid' }).check({ force: true });
  await page.waitForSelector('[data-view="solid"]');
}

/** Selects the own piece that has most kinds of moves. */
async function select(page: Page): Promise<void> {
  const names = await page.$$eval('.movable', (all) => all.map((one) => one.getAttribute('data-square') ?? ''));
  let best = { name: '', kinds: 0 };
  for (const name of names) {
    await page.locator(`[data-square="${name}"]`).dispatchEvent('click');
    const kinds = await page.$$eval(
      '[data-target]',
      (all) => new Set(all.map((one) => one.getAttribute('data-target'))).size,
    );
    if (kinds > best.kinds) best = { name, kinds };
  }
  await page.locator(`[data-square="${best.name}"]`).dispatchEvent('click');
}

/** Plays a fixed but lively game: captures when it can, else a move told by a small generator. */
async function play<S extends Side>(party: PlayersAtTable<S>, moves: number): Promise<void> {
  let seed = 11;
  for (let n = 0; n < moves; n++) {
    const log = GameLog.parse(await (await fetch(`${site}/api/games/${party.id}`)).json());
    const state = fold(null, log.events);
    if (state === null || state.status !== 'live') return;
    const position = positionOf(state);
    const among = legalMoves(position).filter((move) => {
      const victim = pieceAt(position, move.to);
      return victim === undefined || (!victim.t && victim.side !== position.turn);
    });
    const lively = among.filter((move) => moveKind(position, move) === 'capture' && n % 2 === 0);
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const pool = lively.length > 0 ? lively : among;
    const move = pool[seed % pool.length];
    const mover = Object.keys(party.pages).find((side): side is S => side === position.turn);
    if (move === undefined || mover === undefined) return;
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    await party.say(mover, { type: 'move', ply: position.ply, from, to });
  }
}

async function shoot(page: Page, name: string, both = true): Promise<void> {
  for (const [size, viewport] of Object.entries({ desk: DESK, phone: PHONE })) {
    if (!both && size === 'phone') continue;
    await page.setViewportSize(viewport);
    for (const colorScheme of both ? (['light', 'dark'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(700); // lets the picture come to rest
      await page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize(DESK);
}

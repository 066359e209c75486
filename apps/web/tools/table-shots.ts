// Pictures of games at tables of two, three and four, from a running server, into /shots/ at the root.
// Usage: node tools/table-shots.ts [http://localhost:3000]
import { mkdirSync } from 'node:fs';
import { fold, positionOf } from '@terrace/game';
import { GameLog } from '@terrace/protocol';
import { legalMoves, moveKind, pieceAt, type SETUPS, type Side, sidesIn, squareName } from '@terrace/rules';
import type { Page } from 'playwright-core';
import { launchBrowser, visitor } from '../e2e/browser.ts';
import { reaches } from '../e2e/game-page.ts';
import { gather, type Party } from '../e2e/party.ts';

const site = process.argv[2] ?? 'http://localhost:3000';
const wanted = process.argv.slice(3);
const folder = new URL('../../../shots/', import.meta.url).pathname;
const SIZES = {
  desk: { width: 1280, height: 800 },
  tablet: { width: 900, height: 800 },
  phone: { width: 360, height: 740 },
  short: { width: 360, height: 640 },
  side: { width: 740, height: 360 },
};
const ALL_SIDES: readonly Side[] = ['south', 'west', 'north', 'east'];

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  if (wanted.length === 0 || wanted.includes('four')) await four();
  if (wanted.length === 0 || wanted.includes('call')) await called();
  if (wanted.length === 0 || wanted.includes('three')) await three();
  if (wanted.length === 0 || wanted.includes('two')) await two();
} finally {
  await browser.close();
}

async function four(): Promise<void> {
  const party = await gather(browser, site, ALL_SIDES, settings('four'), []);
  const { south, east } = party.pages;
  await shoot(south, 'four-first');
  await play(party, 20);
  const watcher = await visitor(browser, []);
  await watcher.goto(party.url);
  await reaches(watcher, 1);
  await shoot(east, 'four-east');
  await party.say('north', { type: 'offer', offer: 'draw' });
  await party.say('west', { type: 'offer', offer: 'draw' });
  await shoot(south, 'four-draw');
  await party.say('east', { type: 'refuse', offer: 'draw' });
  for (const side of ALL_SIDES) await party.say(side, { type: 'offer', offer: 'pause' });
  await shoot(south, 'four-paused');
  for (const side of ALL_SIDES) await party.say(side, { type: 'offer', offer: 'resume' });
  await party.pages.west.close();
  await party.say('north', { type: 'resign' });
  await shoot(south, 'four-out');
  await south.getByRole('button', { name: 'More' }).click();
  await shoot(south, 'four-more');
  await party.say('west', { type: 'resign' });
  await party.say('east', { type: 'resign' });
  await shoot(south, 'four-over');
  await party.say('north', { type: 'offer', offer: 'rematch' });
  await shoot(south, 'four-rematch');
  party.close();
}

/** West's T stands in Terrace from the first move on; North has a second piece on it. */
async function called(): Promise<void> {
  const position = "3d'2t'1/8/8/D'6T/8/2d4D/1T'4t1/2d'4c s swne 0 1";
  const party = await gather(browser, site, ALL_SIDES, { ...settings('four'), setup: 'custom', position }, []);
  await shoot(party.pages.west, 'call-yours');
  await shoot(party.pages.south, 'call-theirs');
  party.close();
}

async function three(): Promise<void> {
  const party = await gather(browser, site, ['south', 'north', 'east'] as const, settings('three'), []);
  await play(party, 13);
  await party.say('south', { type: 'offer', offer: 'takeback' });
  await party.say('north', { type: 'offer', offer: 'takeback' });
  await shoot(party.pages.east, 'three-takeback');
  await party.say('east', { type: 'offer', offer: 'takeback' });
  await shoot(party.pages.south, 'three-undone');
  await party.say('south', { type: 'resign' });
  for (const side of ['north', 'east'] as const) await party.say(side, { type: 'offer', offer: 'draw' });
  await shoot(party.pages.south, 'three-drawn');
  party.close();
}

async function two(): Promise<void> {
  const party = await gather(browser, site, ['south', 'north'] as const, settings('long'), []);
  await shoot(party.pages.north, 'two-first');
  await play(party, 20);
  await party.pages.north.click(`[data-square="h7"]`);
  const target = party.pages.north.locator('[data-target]').first();
  if ((await target.count()) > 0) await target.click();
  await shoot(party.pages.north, 'two-queued');
  await party.say('north', { type: 'offer', offer: 'draw' });
  await shoot(party.pages.north, 'two-own-draw');
  await shoot(party.pages.south, 'two-draw');
  await party.say('south', { type: 'resign' });
  await shoot(party.pages.south, 'two-over');
  party.close();
}

function settings(setup: keyof typeof SETUPS) {
  return { setup, time: { kind: 'clock', initialMs: 480_000, incrementMs: 3_000 } } as const;
}

/** Plays a fixed but lively game: captures when it can, else a move told by a small generator. */
async function play<S extends Side>(party: Party<S>, moves: number): Promise<void> {
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
    if (move === undefined || mover === undefined || sidesIn(position).length < 2) return;
    const [from, to] = [squareName(position.size, move.from), squareName(position.size, move.to)];
    await party.say(mover, { type: 'move', ply: position.ply, from, to });
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.bringToFront();
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      if (colorScheme === 'dark' && !['desk', 'phone'].includes(size)) continue;
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(250); // lets the picture come to rest
      await page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}.png` });
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
    if (wide || tall)
      process.stdout.write(`${name} ${size}${wide ? ', scrolls sideways' : ''}${tall ? ', scrolls' : ''}\n`);
  }
  await page.setViewportSize(SIZES.desk);
}

// Pictures of the lobby, of the wait for somebody to play with, and of live games, from a running server, into /shots/.
// Usage: node tools/lobby-shots.ts [http://localhost:3000]
import { mkdirSync } from 'node:fs';
import { type GameId, type Settings, USUAL_SETTINGS } from '@terrace/protocol';
import { legalMoves, playOn, SETUPS, type SetupName, squareName, startHistory, startPosition } from '@terrace/rules';
import type { Page } from 'playwright-core';
import { alive, launchBrowser, visitor } from '../e2e/browser.ts';
import { seededRandom } from '../e2e/script.ts';
import { nameOf } from '../e2e/talking.ts';
import { newCommandId, type Wire, wireOf } from '../e2e/wire.ts';

const site = process.argv[2] ?? 'http://localhost:3000';
const folder = new URL('../../../shots/', import.meta.url).pathname;
const SIZES = {
  desk: { width: 1280, height: 800 },
  middle: { width: 900, height: 800 },
  phone: { width: 360, height: 740 },
};

mkdirSync(folder, { recursive: true });
const faults: string[] = [];
const browser = await launchBrowser();
const wires: Wire[] = [];
try {
  await scene();
} finally {
  for (const wire of wires) wire.close();
  await browser.close();
}
for (const fault of faults) process.stdout.write(`${fault}\n`);

async function scene(): Promise<void> {
  const me = await visitor(browser, faults);
  await me.goto(site);
  await alive(me);
  await shoot(me, 'lobby-empty');
  const name = await nameOf(me, site);
  const setups: readonly SetupName[] = ['four', 'short', 'medium', 'long', 'three', 'short', 'long', 'long6', 'four6'];
  for (const [n, setup] of setups.entries()) await liveGame(setup, 10 + n * 3);
  for (const setup of ['four', 'long', 'short', 'three', 'medium', 'long', 'short'] as const) {
    await openTable(await someone(), { setup });
  }
  await openTable(await someone(), {}, name);
  const own = await wireOf(me.context(), site);
  wires.push(own);
  const mine = await openTable(
    own,
    { setup: 'long', time: { kind: 'days', perMoveMs: 86_400_000 } },
    undefined,
    'link',
  );
  const partner = await someone();
  await partner.ask('game:command', { gameId: mine, commandId: newCommandId(), command: { type: 'sit', side: null } });
  await me.goto(site);
  await alive(me);
  await shoot(me, 'lobby-full', true);
  await me.goto(`${site}/learn`);
  await alive(me);
  await shoot(me, 'lobby-invitation');
  await me.goto(`${site}/watch`);
  await alive(me);
  await me.waitForTimeout(300); // lets the boards come
  await shoot(me, 'watch', true);
  await me.goto(site);
  await alive(me);
  await me.getByRole('button', { name: 'Show names' }).click();
  await me.getByRole('list', { name: 'Who is online' }).waitFor();
  await me.getByRole('button', { name: /^Play a person/ }).click();
  await me.getByText('Looking for an opponent').waitFor();
  await shoot(me, 'lobby-seeking', true);
  await me.getByText('Nobody has come yet.').waitFor();
  await shoot(me, 'lobby-seeking-long');
}

async function someone(): Promise<Wire> {
  const wire = await wireOf(await browser.newContext(), site);
  wires.push(wire);
  return wire;
}

async function openTable(
  host: Wire,
  change: Partial<Settings>,
  kept?: string,
  seen: Settings['seen'] = 'public',
): Promise<GameId> {
  const reserved = kept === undefined ? [] : [{ side: 'north' as const, name: kept }];
  const settings = { ...USUAL_SETTINGS, ...change, seen };
  const wish = { commandId: newCommandId(), settings, side: 'south' as const, reserved, from: null };
  return (await host.ask('game:create', wish)).gameId;
}

/** A game played so far by lot, the same in every run. */
async function liveGame(setup: SetupName, plies: number): Promise<void> {
  const seats = await Promise.all(SETUPS[setup].seats.map(async (side) => ({ side, wire: await someone() })));
  const [host, ...others] = seats;
  if (host === undefined) return;
  const gameId = await openTable(host.wire, { setup });
  for (const { side, wire } of others) {
    await wire.ask('game:command', { gameId, commandId: newCommandId(), command: { type: 'sit', side } });
  }
  const random = seededRandom(plies);
  let history = startHistory(startPosition(setup));
  for (let ply = 1; ply <= plies; ply += 1) {
    const moves = legalMoves(history.position);
    const move = moves[Math.floor(random() * moves.length)];
    const mover = seats.find(({ side }) => side === history.position.turn);
    const next = move && playOn(history, move);
    if (!move || !mover || !next?.ok) return;
    const [from, to] = [squareName(history.position.size, move.from), squareName(history.position.size, move.to)];
    const command = { type: 'move', ply, from, to } as const;
    await mover.wire.ask('game:command', { gameId, commandId: newCommandId(), command });
    history = next.value;
  }
}

async function shoot(page: Page, name: string, whole = false): Promise<void> {
  await page.bringToFront();
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(250); // lets the picture come to rest
      await page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}.png`, fullPage: whole });
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    process.stdout.write(`${name} ${size}${wide ? ', scrolls sideways' : ''}\n`);
  }
  await page.setViewportSize(SIZES.desk);
}

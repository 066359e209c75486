// Pictures of every page at desk and phone size, light and dark, from a running server, into /shots/ at the root.
// Usage: node tools/shots.ts [http://localhost:3000]
import { mkdirSync } from 'node:fs';
import { fold, positionOf } from '@terrace/game';
import { GameLog } from '@terrace/protocol';
import { legalMoves, moveKind, pieceAt, squareName } from '@terrace/rules';
import { type Browser, chromium, type Page } from 'playwright-core';
import { openTable, setTable } from '../e2e/tables.ts';

const site = process.argv[2] ?? 'http://localhost:3000';
const folder = new URL('../../../shots/', import.meta.url).pathname;
const SIZES = { desk: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
const MOVES = 24;

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});
try {
  await tour(browser);
} finally {
  await browser.close();
}

async function tour(from: Browser): Promise<void> {
  const [south, north, host] = [await visitor(from), await visitor(from), await visitor(from)];
  await shoot(south, 'lobby-empty');
  await openTable(host, { setup: 'Short', clock: [3, 2] });

  await setTable(south, { clock: [5, 3], side: 'South' });
  await shoot(south, 'lobby-setting');
  await south.getByRole('button', { name: 'Open table' }).click();
  await south.waitForURL(/game/);
  await alive(south);
  await shoot(south, 'waiting');

  await north.goto(south.url());
  await alive(north);
  await shoot(north, 'joining');
  await north.goto(site);
  await alive(north);
  await shoot(north, 'lobby-tables');
  await north.goto(south.url());
  await alive(north);
  await north.getByRole('button', { name: /^Sit/ }).first().click();
  await shoot(south, 'game-start');

  await playOn(south, north);
  const piece = await bestPiece(south);
  if (piece !== undefined) await south.click(`[data-square="${piece}"]`);
  await shoot(south, 'game-selected');
  await south.keyboard.press('Escape');
  await shoot(north, 'game-north');
  await host.goto(south.url());
  await alive(host);
  await shoot(host, 'game-watching');
  const own = await visitor(from, north);
  await shoot(own, 'lobby-own');

  await south.getByRole('button', { name: 'Resign' }).click();
  await shoot(south, 'game-resigning');
  await south.getByRole('button', { name: 'Yes' }).click();
  await south.getByText(/won/i).first().waitFor();
  await shoot(south, 'game-over');
  await south.goto(`${site}/nowhere`);
  await shoot(south, 'error');
}

async function visitor(from: Browser, like?: Page): Promise<Page> {
  const context = like?.context() ?? (await from.newContext({ viewport: SIZES.desk, deviceScaleFactor: 1 }));
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') process.stdout.write(`${page.url()}: ${message.text()}\n`);
  });
  page.on('pageerror', (error) => process.stdout.write(`${page.url()}: ${error.message}\n`));
  await page.goto(site);
  await alive(page);
  return page;
}

async function alive(page: Page): Promise<void> {
  await page.waitForSelector('html[data-connected="true"]');
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.bringToFront(); // a page in the back does not animate
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(400); // lets the picture come to rest
      await page.screenshot({ path: `${folder}${name}-${size}-${colorScheme}.png` });
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    const tall = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
    process.stdout.write(`${name} ${size}${wide ? ', scrolls sideways' : ''}${tall ? ', scrolls' : ''}\n`);
  }
  await page.setViewportSize(SIZES.desk);
}

async function logOf(page: Page): Promise<GameLog> {
  const path = new URL(page.url()).pathname.replace('/game/', '/api/games/');
  return GameLog.parse(await (await page.request.get(`${site}${path}`)).json());
}

async function stateOf(page: Page) {
  const state = fold(null, (await logOf(page)).events);
  if (state === null) throw new Error('no game');
  return state;
}

/** Plays a fixed but lively game: captures when it can, else a move told by a small generator. */
async function playOn(south: Page, north: Page): Promise<void> {
  let seed = 11;
  for (let n = 0; n < MOVES; n++) {
    const state = await stateOf(south);
    const position = positionOf(state);
    const moves = legalMoves(position);
    const peaceful = moves.filter((move) => pieceAt(position, move.to)?.side !== position.turn);
    const lively = peaceful.filter((move) => moveKind(position, move) === 'capture' && n % 2 === 0);
    const among = lively.length > 0 ? lively : peaceful;
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const move = among[seed % among.length];
    if (move === undefined) return;
    const mover = position.turn === 'south' ? south : north;
    await mover.waitForSelector(`[data-seq="${state.seq}"]`);
    await mover.click(`[data-square="${squareName(8, move.from)}"]`);
    await mover.click(`[data-square="${squareName(8, move.to)}"]`);
    await mover.waitForSelector(`[data-seq="${state.seq + 1}"]`, { timeout: 5000 });
    if ((await stateOf(south)).status !== 'live') return;
  }
}

/** The piece with the most kinds of moves, to show all signs at once. */
async function bestPiece(page: Page): Promise<string | undefined> {
  const position = positionOf(await stateOf(page));
  const pieces = [...Map.groupBy(legalMoves(position), ({ from }) => from)].map(([from, moves]) => {
    const kinds = new Set(moves.map((move) => moveKind(position, move)));
    return { from, score: 10 * kinds.size + moves.length };
  });
  const [best] = pieces.toSorted((a, b) => b.score - a.score);
  return best && squareName(8, best.from);
}

// How quick the pages are in Chromium with a processor slowed to a quarter, from a running server on the built pages.
// Prints a table. Usage: node tools/speed.ts [http://localhost:3000]
import { loadavg } from 'node:os';
import { DEFAULT_SETTINGS } from '@terrace/protocol';
import {
  historyOutcome,
  legalMoves,
  type Move,
  pieceAt,
  playOn,
  squareName,
  startHistory,
  startPosition,
} from '@terrace/rules';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { alive, launchBrowser } from '../e2e/browser.ts';
import { DEVICES, type DeviceName, firstMove, slowDown } from '../e2e/first-move.ts';
import { reaches } from '../e2e/game-page.ts';
import { type Move as Named, seededRandom } from '../e2e/script.ts';
import { connectSocket, newCommandId, type SocketClient } from '../e2e/socket-client.ts';

printHelpIfAsked(
  'node apps/web/tools/speed.ts [address]: how quick the pages of a running server are in a slowed Chromium.',
);

const site = process.argv[2] ?? 'http://localhost:3000';
/** The processor is slowed so many times, as a middling phone's would be. */
const SLOWER = 4;
const LOADS = 5;
const MOVES = 100;
/** Created, twice seated, started. */
const BEGUN = 4;

const Seen = z.object({
  paintMs: z.number(),
  shift: z.number(),
  tasks: z.array(z.number()),
  inputs: z.array(z.number()),
});
type Seen = z.infer<typeof Seen>;

const browser = await launchBrowser();
try {
  const rows = await measure(browser);
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}, processor slowed ${SLOWER} times\n\n`);
  process.stdout.write('| what | reached | goal |\n| --- | --- | --- |\n');
  for (const [what, reached, goal] of rows) process.stdout.write(`| ${what} | ${reached} | ${goal} |\n`);
} finally {
  await browser.close();
}

async function measure(from: Browser): Promise<[string, string, string][]> {
  const [south, north] = [await watched(from), await watched(from)];
  const [host, guest] = [await connectSocket(south.context(), site), await connectSocket(north.context(), site)];
  const gameId = await openGame(host, guest);
  const lobby = await loads(from, '/');
  const moves = someGame();
  await south.goto(`${site}/game/${gameId}`);
  await alive(south);
  const [desk, phone] = [await firstMoves(from, 'desk'), await firstMoves(from, 'phone')];
  const input = await playAll(south, guest, gameId, moves);
  const game = await loads(from, `/game/${gameId}`);
  host.close();
  guest.close();
  const toMove = 'from `/` to the first move against a computer';
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    ['first paint of `/`, median', ms(median(lobby.map(({ paintMs }) => paintMs))), '< 1200 ms'],
    ['first paint of a game of 100 moves, median', ms(median(game.map(({ paintMs }) => paintMs))), '< 1200 ms'],
    [`${toMove}, desk, median`, ms(median(desk)), '< 10,000 ms'],
    [`${toMove}, phone, median`, ms(median(phone)), '< 10,000 ms'],
    [
      'scripts of the game page, compressed',
      `${median(game.map(({ scriptKb }) => scriptKb)).toFixed(0)} kB`,
      '< 120 kB',
    ],
    ['the game page itself, compressed', `${median(game.map(({ pageKb }) => pageKb)).toFixed(0)} kB`, ''],
    ['press to painted move, p95', ms(quantile(input.inputs, 0.95)), '< 50 ms'],
    ['press to painted move, median', ms(median(input.inputs)), ''],
    ['longest task in 100 moves', ms(Math.max(0, ...input.tasks)), '< 100 ms'],
    ['layout shift, loading and playing', Math.max(input.shift, ...game.map(({ shift }) => shift)).toFixed(4), '0'],
  ];
}

/** A page that takes its own times. */
async function watched(from: Browser): Promise<Page> {
  const context = await from.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen: Seen = { paintMs: 0, shift: 0, tasks: [], inputs: [] };
    Object.assign(window, { seen });
    const watch = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    watch('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') seen.paintMs = startTime;
    });
    watch('layout-shift', ({ value = 0 }) => {
      seen.shift += value;
    });
    watch('longtask', ({ duration }) => seen.tasks.push(duration));
    addEventListener(
      'pointerdown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          // A message comes after the frame is drawn.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => seen.inputs.push(performance.now() - timeStamp);
          port2.postMessage(null);
        }),
      true,
    );
  });
  await slowDown(page, SLOWER);
  return page;
}

/** How long visitors who were never here take to their first move against a computer, in ms. */
async function firstMoves(from: Browser, device: DeviceName): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < LOADS; n++) {
    const context = await from.newContext({ ...DEVICES[device], serviceWorkers: 'block' });
    const page = await context.newPage();
    await slowDown(page, SLOWER);
    all.push((await firstMove(page, site)).move);
    await context.close();
  }
  return all;
}

async function seenBy(page: Page): Promise<Seen> {
  return Seen.parse(await page.evaluate('window.seen'));
}

/** What first visits cost, one visitor after the other, nothing kept from before. */
async function loads(from: Browser, path: string): Promise<(Seen & { scriptKb: number; pageKb: number })[]> {
  const all: (Seen & { scriptKb: number; pageKb: number })[] = [];
  for (let n = 0; n < LOADS; n++) {
    const page = await watched(from);
    const device = await page.context().newCDPSession(page);
    await device.send('Network.enable');
    const kinds = new Map<string, string>();
    const bytes: Record<string, number> = {};
    device.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
    device.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? '';
      bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
    });
    await page.goto(`${site}${path}`, { waitUntil: 'networkidle' });
    await alive(page);
    all.push({
      ...(await seenBy(page)),
      scriptKb: (bytes.Script ?? 0) / 1000,
      pageKb: (bytes.Document ?? 0) / 1000,
    });
    await page.context().close();
  }
  return all;
}

async function openGame(host: SocketClient, guest: SocketClient) {
  const { gameId } = await host.ask('game:create', {
    commandId: newCommandId(),
    settings: { ...DEFAULT_SETTINGS, time: null },
    side: 'south',
    reserved: [],
    from: null,
  });
  const sit = { type: 'sit', side: 'north' } as const;
  await guest.ask('game:command', { gameId, commandId: newCommandId(), command: sit });
  return gameId;
}

/** South by the mouse on the page that is watched, North from elsewhere. */
async function playAll(
  south: Page,
  north: SocketClient,
  gameId: Awaited<ReturnType<typeof openGame>>,
  moves: readonly Named[],
): Promise<Seen> {
  for (const [n, { from, to }] of moves.entries()) {
    if (n % 2 === 0) {
      await south.locator(`[data-square="${from}"]`).click();
      await south.locator(`[data-square="${to}"]`).click();
    } else {
      const command = { type: 'move', ply: n + 1, from, to } as const;
      await north.ask('game:command', { gameId, commandId: newCommandId(), command });
    }
    await reaches(south, BEGUN + n + 1);
  }
  return seenBy(south);
}

/** A hundred moves that end nothing, the same in every run. */
function someGame(): readonly Named[] {
  const random = seededRandom(5);
  const moves: Named[] = [];
  let history = startHistory(startPosition('long'));
  while (moves.length < MOVES) {
    const { position } = history;
    const takesSomething = ({ to }: Move) => {
      const victim = pieceAt(position, to);
      return victim?.t === true || victim?.side === position.turn;
    };
    const among = legalMoves(position).filter((move) => !takesSomething(move));
    const move = among[Math.floor(random() * among.length)];
    const next = move && playOn(history, move);
    if (move === undefined || !next?.ok) throw new Error('the game came to an end too soon');
    if (historyOutcome(next.value) !== undefined) continue;
    moves.push({ from: squareName(position.size, move.from), to: squareName(position.size, move.to) });
    history = next.value;
  }
  return moves;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

// Measures how fast a game starts and is played in Chromium with a slowed processor. Needs a running server with built
// pages. Prints a table. tools/loads.ts measures loading. Usage: node tools/speed.ts [http://localhost:3000]
import { loadavg } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import type { GameId } from '@terrace/protocol';
import type { Client } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { z } from 'zod';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { goTo, launchBrowser } from '../e2e/browser.ts';
import { DEVICES, type DeviceName, measureFirstMove, throttleCpu } from '../e2e/first-move.ts';
import { STARTED_SEQ, waitForSeq } from '../e2e/game-page.ts';
import type { Move } from '../e2e/script.ts';
import { quietGame } from '../e2e/script.ts';
import { connectSocket } from '../e2e/socket-client.ts';

printHelpIfAsked(
  'node apps/web/tools/speed.ts [address]: measures how fast a game starts and is played on a running server, with a slowed processor.',
);

const site = process.argv[2] ?? 'http://localhost:3000';
/** Slowdown of the processor, to simulate a mid-range phone. */
const CPU_SLOWDOWN = 4;
const LOADS = 5;
/** The events before the first move: created, seated twice, started. */
const MOVES = 100;

const Timings = z.object({
  shift: z.number(),
  tasks: z.array(z.number()),
  inputs: z.array(z.number()),
});
type Timings = z.infer<typeof Timings>;

const browser = await launchBrowser();
try {
  const rows = await measure(browser);
  process.stdout.write(`load ${loadavg()[0]?.toFixed(1)}, processor slowed ${CPU_SLOWDOWN} times\n\n`);
  process.stdout.write('| what | reached | goal |\n| --- | --- | --- |\n');
  for (const [what, reached, goal] of rows) process.stdout.write(`| ${what} | ${reached} | ${goal} |\n`);
} finally {
  await browser.close();
}

async function measure(from: Browser): Promise<[string, string, string][]> {
  const [south, north] = [await newMeasuredPage(from), await newMeasuredPage(from)];
  const [host, guest] = [await connectSocket(south.context(), site), await connectSocket(north.context(), site)];
  const { gameId } = await aGame(site).among(host, guest).untimed().started();
  const moves = quietGame(MOVES);
  await goTo(south, `${site}/game/${gameId}`);
  const [desk, phone] = [await firstMoves(from, 'desk'), await firstMoves(from, 'phone')];
  const input = await playAll(south, guest, gameId, moves);
  host.close();
  guest.close();
  const toMove = 'from `/` to the first move against a computer';
  const ms = (value: number) => `${Math.round(value)} ms`;
  return [
    [`${toMove}, desk, median`, ms(median(desk)), '< 10,000 ms'],
    [`${toMove}, phone, median`, ms(median(phone)), '< 10,000 ms'],
    ['press to painted move, p95', ms(quantile(input.inputs, 0.95)), '< 50 ms'],
    ['press to painted move, median', ms(median(input.inputs)), ''],
    ['longest task in 100 moves', ms(Math.max(0, ...input.tasks)), '< 100 ms'],
    ['layout shift while playing', input.shift.toFixed(4), '0'],
  ];
}

async function newMeasuredPage(from: Browser): Promise<Page> {
  const context = await from.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen: Timings = { shift: 0, tasks: [], inputs: [] };
    Object.assign(window, { seen });
    const watch = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    watch('layout-shift', ({ value = 0 }) => {
      seen.shift += value;
    });
    watch('longtask', ({ duration }) => seen.tasks.push(duration));
    addEventListener(
      'pointerdown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          // A message is delivered after the frame is painted.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => seen.inputs.push(performance.now() - timeStamp);
          port2.postMessage(null);
        }),
      true,
    );
  });
  await throttleCpu(page, CPU_SLOWDOWN);
  return page;
}

async function firstMoves(from: Browser, device: DeviceName): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < LOADS; n++) {
    const context = await from.newContext({ ...DEVICES[device], serviceWorkers: 'block' });
    const page = await context.newPage();
    await throttleCpu(page, CPU_SLOWDOWN);
    all.push((await measureFirstMove(page, site)).move);
    await context.close();
  }
  return all;
}

async function readTimings(page: Page): Promise<Timings> {
  return Timings.parse(await page.evaluate('window.seen'));
}

/** Plays South's moves with the mouse on the measured page, and North's over a socket. */
async function playAll(south: Page, north: Client, gameId: GameId, moves: readonly Move[]): Promise<Timings> {
  for (const [n, { from, to }] of moves.entries()) {
    if (n % 2 === 0) {
      await south.locator(`[data-square="${from}"]`).click();
      await south.locator(`[data-square="${to}"]`).click();
    } else {
      await north.commandOrThrow(gameId, { type: 'move', ply: n + 1, from, to });
    }
    await waitForSeq(south, STARTED_SEQ + n + 1);
  }
  return readTimings(south);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

// Measures first visits to `/` and to a game on slow networks and a slowed processor: bytes, script requests, and the
// time until the page responds, in every language. Prints a table. Usage: node tools/loads.ts [http://localhost:3000]
import { loadavg } from 'node:os';
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test';
import type { Client } from '@terrace/testing/client';
import { aGame } from '@terrace/testing/games';
import { z } from 'zod';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { launchBrowser, waitUntilReady } from '../e2e/browser.ts';
import { throttleCpu } from '../e2e/first-move.ts';
import { quietGame } from '../e2e/script.ts';
import { connectSocket } from '../e2e/socket-client.ts';
import { recordTraffic, type Traffic } from '../e2e/traffic.ts';

printHelpIfAsked('node apps/web/tools/loads.ts [address]: measures first visits to pages of a running server.');

const site = process.argv[2] ?? 'http://localhost:3000';
/** Slowdown of the processor, to simulate a mid-range phone. */
const CPU_SLOWDOWN = 4;
const MOVES = 100;
const LOADS = Number(process.env.LOADS ?? 5);
const LANGUAGES = ['en', 'de'];
/** Interval between presses, as an impatient visitor would make them. */
const PRESS_INTERVAL_MS = 400;

const NETWORKS = {
  '4G': { mbits: 9, latencyMs: 60 },
  'slow 4G': { mbits: 1.6, latencyMs: 150 },
} as const;
type Network = keyof typeof NETWORKS;

const Timings = z.object({
  paintMs: z.number(),
  shifts: z.array(z.object({ value: z.number(), what: z.string() })),
  tasks: z.array(z.number()),
  answeredMs: z.number(),
});
type Load = z.infer<typeof Timings> & Traffic;

/** A layout shift as Chromium reports it; TypeScript has no type for it. */
type LayoutShift = {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
};

type Target = {
  readonly name: string;
  readonly path: string;
  readonly press: string;
  /** The attribute that a press changes, on the root element or on the pressed one. */
  readonly effect: { readonly of: 'page' | 'pressed'; readonly attribute: string };
  readonly visitor: BrowserContextOptions;
};

const browser = await launchBrowser();
try {
  const host = await browser.newContext();
  const guest = await browser.newContext();
  const pages = await targets(await connectSocket(host, site), await connectSocket(guest, site));
  process.stdout.write(
    `load ${loadavg()[0]?.toFixed(1)}, processor slowed ${CPU_SLOWDOWN} times, medians of ${LOADS}, longest and most of all\n\n` +
      '| page | language | network | first paint | answers | longest task | shift | scripts | of | page |\n' +
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n',
  );
  for (const target of pages)
    for (const language of LANGUAGES)
      for (const network of ['4G', 'slow 4G'] as const)
        process.stdout.write(row(target, language, network, await loads(browser, target, language, network)));

  async function targets(south: Client, north: typeof south): Promise<Target[]> {
    const { gameId } = await aGame(site).among(south, north).untimed().started();
    const moves = quietGame(MOVES);
    for (const [n, { from, to }] of moves.entries()) {
      await (n % 2 === 0 ? south : north).commandOrThrow(gameId, { type: 'move', ply: n + 1, from, to });
    }
    const mine = await host.storageState();
    south.close();
    north.close();
    return [
      {
        name: '`/`',
        path: '/',
        press: 'header .theme button',
        effect: { of: 'page', attribute: 'data-theme' },
        visitor: {},
      },
      {
        name: `a game of ${MOVES} moves`,
        path: `/game/${gameId}`,
        press: '[data-square].movable',
        effect: { of: 'pressed', attribute: 'aria-selected' },
        visitor: { storageState: mine },
      },
    ];
  }
} finally {
  await browser.close();
}

async function loads(from: Browser, target: Target, language: string, network: Network): Promise<Load[]> {
  const all: Load[] = [];
  for (let n = 0; n < LOADS; n++) {
    const context = await from.newContext({
      viewport: { width: 1280, height: 800 },
      serviceWorkers: 'block',
      locale: language,
      ...target.visitor,
    });
    const page = await context.newPage();
    all.push(await load(page, target, network));
    await context.close();
  }
  return all;
}

async function load(page: Page, { path, press, effect }: Target, network: Network): Promise<Load> {
  await page.addInitScript(watch, { press, effect });
  await throttleCpu(page, CPU_SLOWDOWN);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await throttleNetwork(devtools, network);
  const seen = await recordTraffic(page);
  await page.goto(`${site}${path}`, { waitUntil: 'commit' });
  const answered = () => page.evaluate<number>('window.seen.answeredMs');
  const target = page.locator(press).first();
  await target.waitFor();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${press} was not found`);
  await page.evaluate('window.seen.arm()');
  for (let pressedAt = 0; (await answered()) === 0; ) {
    if (performance.now() - pressedAt > PRESS_INTERVAL_MS) {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      pressedAt = performance.now();
    }
    await page.waitForTimeout(10);
  }
  await waitUntilReady(page);
  await page.waitForLoadState('networkidle');
  return { ...Timings.parse(await page.evaluate('window.seen')), ...seen() };
}

async function throttleNetwork(devtools: CDPSession, network: Network): Promise<void> {
  const { mbits, latencyMs } = NETWORKS[network];
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: (mbits * 1e6) / 8,
    uploadThroughput: (mbits * 1e6) / 8 / 2,
  });
}

/** Runs in the page before its own scripts, and records timings. */
function watch({ press, effect }: Pick<Target, 'press' | 'effect'>): void {
  const seen = { paintMs: 0, shifts: [] as Load['shifts'], tasks: [] as number[], answeredMs: 0, arm };
  Object.assign(window, { seen });
  const observe = (type: string, take: (entry: PerformanceEntry & Partial<LayoutShift>) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paintMs = startTime;
  });
  observe('layout-shift', ({ value = 0, sources = [] }) => {
    seen.shifts.push({ value, what: sources.map(moved).join(', ') });
  });
  observe('longtask', ({ duration }) => {
    seen.tasks.push(duration);
  });
  function moved({ node, previousRect: from, currentRect: to }: LayoutShift['sources'][number]): string {
    const element = node instanceof Element ? node : node?.parentElement;
    const name = element ? `${element.localName}.${element.getAttribute('class') ?? ''}` : 'a removed element';
    const at = ({ x, y, width, height }: DOMRectReadOnly) => `${[x, y, width, height].map(Math.round).join(' ')}`;
    return `${name} from ${at(from)} to ${at(to)}`;
  }
  function arm(): void {
    const element = effect.of === 'page' ? document.documentElement : document.querySelector(press);
    if (element === null) throw new Error(`${press} was not found`);
    const before = element.getAttribute(effect.attribute);
    new MutationObserver((_, observer) => {
      if (element.getAttribute(effect.attribute) === before) return;
      observer.disconnect();
      seen.answeredMs = performance.now();
    }).observe(element, { attributeFilter: [effect.attribute] });
  }
}

function row({ name }: Target, language: string, network: Network, all: readonly Load[]): string {
  const mid = (of: (one: Load) => number) => median(all.map(of));
  const most = (of: (one: Load) => number) => Math.max(...all.map(of));
  const cells = [
    name,
    language,
    network,
    `${mid(({ paintMs }) => paintMs).toFixed(0)} ms`,
    `${mid(({ answeredMs }) => answeredMs).toFixed(0)} ms`,
    `${most(({ tasks }) => Math.max(0, ...tasks)).toFixed(0)} ms`,
    most(({ shifts }) => shifts.reduce((sum, { value }) => sum + value, 0)).toFixed(4),
    `${(mid(({ scriptBytes }) => scriptBytes) / 1000).toFixed(1)} kB`,
    `${mid(({ scripts }) => scripts)} files`,
    `${(mid(({ pageBytes }) => pageBytes) / 1000).toFixed(1)} kB`,
  ];
  const shifts = new Set(all.flatMap(({ shifts }) => shifts.map(({ what }) => `  moved: ${what}\n`)));
  return `| ${cells.join(' | ')} |\n${[...shifts].join('')}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

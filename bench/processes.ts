/**
 * The latency of moves while the processes next to play are killed, frozen, out of memory or given the worst inputs.
 * Pairs play at a steady rate; quiet parts and parts with a fault alternate within one run.
 *
 * node bench/processes.ts [seconds of each fault] [faults by name, a regular expression]
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { GameId, PlayerId } from '@terrace/protocol';
import { createMailTokens, mailKey } from '../apps/server/src/notifications/mail-tokens.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { guestCookie } from '../apps/server/src/testing/guest.ts';
import { printHelpIfAsked } from '../tools/help.ts';
import { buildPages } from '../tools/pages.ts';
import { keepPlaying, type Met, playingPair } from './floods/players.ts';
import { launchTerrace, SECRET } from './launch.ts';
import { quantile } from './moves/load.ts';
import { sendMail, WORST_MAILS } from './processes/mails.ts';
import { fillMemory, signalWorker, WORKERS, workerOf } from './processes/workers.ts';
import { residentBytes } from './processor.ts';

printHelpIfAsked(
  'node bench/processes.ts [seconds] [faults, a regular expression]: what players notice of faults in the processes next to play.',
);

const PAIRS = 20;
const RATE = 50;
const AGAIN_MS = 2_000;
const LOADS_AT_ONCE = 40;
const MAILS_AT_ONCE = 10;
const DOMAIN = 'play.terrace.example';

const seconds = Number(process.argv[2] ?? 60);
const quietSeconds = Math.min(seconds, 30);
const wanted = new RegExp(process.argv[3] ?? '');

await buildPages(console.error);
const mailPort = await freePort();
const terrace = await launchTerrace({
  NODE_ENV: 'production',
  PARTS: 'play,pages,jobs',
  LOG_LEVEL: 'silent',
  TRUST_PROXY: 'false', // clients connect directly, each from its own address
  PUBLIC_URL: 'https://terrace.example',
  SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
  MAIL_FROM: 'Terrace <games@terrace.example>',
  MAIL_IN_PORT: String(mailPort),
  MAIL_IN_DOMAIN: DOMAIN,
});
const url = terrace.url.replace('localhost', '127.0.0.1');
const replyAddress = `${createMailTokens(mailKey(SECRET)).reply({ gameId: GameId.parse('aaaaaaaaaaaa'), side: 'south', seq: 4 }, PlayerId.parse('nobody-here'))}@${DOMAIN}`;

/** Repeats until the time is over. */
async function repeat(until: number, work: () => Promise<unknown>): Promise<void> {
  while (performance.now() < until) await work().catch(() => delay(50));
}

const every = (ms: number, work: () => unknown) => async (until: number) =>
  repeat(until, async () => {
    await work();
    await delay(ms);
  });

const faults: Readonly<Record<string, (until: number) => Promise<void>>> = {
  ...Object.fromEntries(
    WORKERS.flatMap((name) => [
      [`${name} killed every 2 s`, every(AGAIN_MS, () => signalWorker(terrace.pid, name, 'SIGKILL'))],
      [`${name} frozen`, every(AGAIN_MS, () => signalWorker(terrace.pid, name, 'SIGSTOP'))],
      [`${name} filled with memory`, every(AGAIN_MS, () => fillMemory(terrace.pid, name))],
    ]),
  ),
  'pages loaded in a loop by one guest': async (until) => {
    const cookie = guestCookie(SECRET);
    const load = async () => (await fetch(url, { headers: { cookie, accept: 'text/html' } })).arrayBuffer();
    await Promise.all(Array.from({ length: LOADS_AT_ONCE }, () => repeat(until, load)));
  },
  'the worst mails': async (until) => {
    let n = 0;
    const send = async () => {
      n += 1;
      await sendMail(mailPort, n % 2 ? replyAddress : `someone@${DOMAIN}`, WORST_MAILS[n % WORST_MAILS.length] ?? '');
    };
    await Promise.all(Array.from({ length: MAILS_AT_ONCE }, () => repeat(until, send)));
  },
};

type Row = {
  readonly name: string;
  readonly quiet: Met;
  readonly faulty: Met;
  readonly loop: readonly [number, number];
};

/** How late the event loop of play was at most since the last call, in ms. */
async function loopDelay(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return 1_000 * Number(/^terrace_event_loop_delay_seconds\{quantile="0\.99"\} (\S+)/m.exec(text)?.[1] ?? Number.NaN);
}

const rows: Row[] = [];
let memory: number[] = [];
try {
  const pairs = await Promise.all(Array.from({ length: PAIRS }, (_, i) => playingPair(url, SECRET, i + 1)));
  const playing = keepPlaying(pairs, RATE);
  await (await fetch(url)).text(); // the first rendering includes its compilation
  await delay(10_000);
  memory = [terrace.pid, ...WORKERS.map((worker) => workerOf(terrace.pid, worker) ?? 0)].map(residentBytes);
  for (const [name, fault] of Object.entries(faults)) {
    if (!wanted.test(name)) continue;
    await loopDelay();
    playing.take();
    await delay(quietSeconds * 1_000);
    const quiet = playing.take();
    const quietLoop = await loopDelay();
    await fault(performance.now() + seconds * 1_000);
    const faulty = playing.take();
    rows.push({ name, quiet, faulty, loop: [quietLoop, await loopDelay()] });
    for (const worker of WORKERS) signalWorker(terrace.pid, worker, 'SIGCONT');
    console.error(lineOf(rows.at(-1)));
    await delay(10_000); // restarts are over before the next quiet part
  }
  const missing = WORKERS.filter((name) => workerOf(terrace.pid, name) === undefined);
  console.error(
    missing.length === 0 ? 'All processes run at the end.' : `Not running at the end: ${missing.join(', ')}`,
  );
  await playing.stop();
  for (const pair of pairs) pair.close();
} finally {
  await terrace.stop();
}
print();
process.exit(0);

function lineOf(row: Row | undefined): string {
  if (row === undefined) return '';
  const { name, quiet, faulty, loop } = row;
  const at = ({ times }: Met, share: number): number =>
    quantile(
      times.toSorted((a, b) => a - b),
      share,
    );
  const ratio = at(faulty, 0.99) / at(quiet, 0.99);
  const cells = [
    name,
    `${quiet.times.length} / ${faulty.times.length}`,
    [quiet, faulty].map((met) => at(met, 0.5).toFixed(1)).join(' / '),
    [quiet, faulty].map((met) => at(met, 0.99).toFixed(1)).join(' / '),
    ratio.toFixed(2),
    faulty.refusals.length,
    loop.map((ms) => ms.toFixed(1)).join(' / '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function print(): void {
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0]?.toFixed(1)}; ${PAIRS} pairs, ${RATE} moves a second, ${seconds} s of each fault after ${quietSeconds} quiet ones. Quiet / with the fault.\n`,
  );
  console.log('| fault | moves | p50 ms | p99 ms | p99 ratio | moves refused | event loop p99 ms |');
  console.log('|---|---|---|---|---|---|---|');
  for (const row of rows) console.log(lineOf(row));
  console.log(
    `\nMemory of play, ${WORKERS.join(' and ')} before the faults: ${memory.map((bytes) => (bytes / 1e6).toFixed(0)).join(', ')} MB`,
  );
}

/**
 * The effect of a flood from one address on other players: pairs at other addresses play at a steady rate, at rest and
 * under each flood, alternately within one run. The time of a move is from the mover's send to the opponent's receipt,
 * retries included.
 *
 * node bench/floods.ts [floods by name, a regular expression] [seconds of each part]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { printHelpIfAsked } from '../tools/help.ts';
import { buildPages } from '../tools/pages.ts';
import type { Order } from './floods/attack.ts';
import { ATTACKS, pagesOf } from './floods/attacks.ts';
import type { Counts } from './floods/client.ts';
import { type Fixtures, fillDatabase } from './floods/fixtures.ts';
import { keepPlaying, type Met, playingPair } from './floods/players.ts';
import { launchTerrace, SECRET } from './launch.ts';
import { quantile } from './moves/load.ts';

printHelpIfAsked(
  'node bench/floods.ts [floods by name, a regular expression] [seconds]: what floods from one address do to the moves of others.',
);

const PAIRS = 20;
const RATE = 50;
const ATTACKER_ADDRESS = '127.0.0.9';
const NICE = 10; // a real attacker has its own machine; here it uses only spare processor time
const wanted = process.argv[2] ?? '';
const seconds = Number(process.argv[3] ?? 10);
const attacks = Object.keys(ATTACKS).filter((name) => new RegExp(wanted).test(name));

type Row = {
  readonly name: string;
  readonly quiet: Met;
  readonly flooded: Met;
  readonly counts: Counts;
  /** Processor time of the server, at rest and flooded, in ms. */
  readonly cpu: readonly [number, number];
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number };
};

const needsPages = attacks.includes('pages');
if (needsPages) await buildPages(console.error);
const terrace = await launchTerrace({
  NODE_ENV: 'production',
  PARTS: needsPages ? 'play,pages,jobs' : 'play,jobs',
  LOG_LEVEL: 'error',
  TRUST_PROXY: 'false', // clients connect directly, each from its own address
});
const url = terrace.url.replace('localhost', '127.0.0.1');
const rows: Row[] = [];
try {
  const pairs = await Promise.all(Array.from({ length: PAIRS }, (_, i) => playingPair(url, SECRET, i + 1)));
  const fixtures = await fillDatabase(terrace.databaseUrl, await oneFinishedGame());
  const playing = keepPlaying(pairs, RATE);
  // Warms up: the first rendering of a page in a process includes its compilation.
  if (needsPages) for (const path of pagesOf(fixtures)) await (await fetch(url + path)).text();
  await delay(seconds * 1000);
  for (const name of attacks) rows.push(await measure(name, fixtures, playing));
  await playing.stop();
  for (const pair of pairs) pair.close();
} finally {
  await terrace.stop();
}
print();
process.exit(0);

async function oneFinishedGame(): Promise<string> {
  const pair = await playingPair(url, SECRET, 200);
  await pair.ready();
  for (let n = 0; n < 50; n += 1) await pair.play();
  const gameId = await pair.finish();
  pair.close();
  return gameId;
}

async function measure(name: string, fixtures: Fixtures, playing: ReturnType<typeof keepPlaying>): Promise<Row> {
  playing.take();
  const startedAt = terrace.cpuMs();
  await delay(seconds * 1000);
  const quiet = playing.take();
  const floodedAt = terrace.cpuMs();
  const before = terrace.memory();
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, terrace.memory());
  }, 250);
  const counts = await flood({ ...fixtures, attack: name });
  const flooded = playing.take();
  const cpu = [floodedAt - startedAt, terrace.cpuMs() - floodedAt] as const;
  await delay(10_000);
  clearInterval(sampling);
  const row: Row = { name, quiet, flooded, counts, cpu, memory: { before, peak, after: terrace.memory() } };
  console.error(lineOf(row));
  return row;
}

async function flood(order: Pick<Order, 'attack' | keyof Fixtures>): Promise<Counts> {
  const whole: Order = { ...order, url, address: ATTACKER_ADDRESS, secret: SECRET, seconds };
  const script = new URL('./floods/attack.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, JSON.stringify(whole)], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.pid !== undefined) setPriority(child.pid, NICE);
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  await once(child, 'close');
  return JSON.parse(output);
}

function lineOf({ name, quiet, flooded, counts, cpu, memory }: Row): string {
  const at = (met: Met, share: number) =>
    quantile(
      met.times.toSorted((a, b) => a - b),
      share,
    );
  const [calm, under] = [at(quiet, 0.99), at(flooded, 0.99)];
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  const holds = under < 2 * calm + 50 && flooded.refusals.length === 0 && memory.after < 1.2 * memory.before;
  const refusals = Object.entries(Object.groupBy(flooded.refusals, (code) => code)).map(
    ([code, all]) => `${all?.length} ${code}`,
  );
  const cells = [
    name,
    (counts.answered / seconds).toFixed(0),
    ((counts.refused + counts.cut) / seconds).toFixed(0),
    counts.failed,
    flooded.times.length / quiet.times.length < 0.9 ? `${flooded.times.length} of ${quiet.times.length}` : 'all',
    `${at(quiet, 0.5).toFixed(1)} / ${at(flooded, 0.5).toFixed(1)}`,
    `${calm.toFixed(1)} / ${under.toFixed(1)}`,
    refusals.join(', ') || '0',
    cpu.map((ms) => (ms / seconds / 10).toFixed(0)).join(' / '),
    `${megabytes(memory.before)} / ${megabytes(memory.peak)} / ${megabytes(memory.after)}`,
    holds ? 'yes' : '**no**',
  ];
  return `| ${cells.join(' | ')} |`;
}

function print(): void {
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0]?.toFixed(1)}; ${PAIRS} pairs, ${RATE} moves a second, ` +
      `floods of ${seconds} s from one address, at most 1,000 requests a second. Moves: quiet / flooded; memory in MB: before / peak / 10 s after.\n`,
  );
  console.log(
    '| flood | answered/s | refused/s | 500s | moves made | p50 ms | p99 ms | moves refused | server cpu % | memory MB | within goals |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|');
  for (const row of rows) console.log(lineOf(row));
  console.log('\nGoals: p99 under twice the quiet one plus 50 ms, no move refused, memory back to within 20 %.');
}

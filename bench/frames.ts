/**
 * The effect of raw bytes, frames and packets from ever new addresses on a server with 20 games: on moves, on memory,
 * and whether an exception escapes from a connection. A quiet part comes before and after, within one run.
 *
 * node bench/frames.ts [minutes] [seed]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { printHelpIfAsked } from '../tools/help.ts';
import { keepPlaying, type Met, playingPair } from './floods/players.ts';
import type { Counts, Order } from './frames/attack.ts';
import { launchTerrace, SECRET } from './launch.ts';
import { quantile } from './moves/load.ts';

printHelpIfAsked(
  'node bench/frames.ts [minutes] [seed]: raw frames against a server with 20 games; ten minutes without an argument.',
);

const PAIRS = 20;
const RATE = 50;
const NICE = 10; // a real attacker has its own machine; here it uses only spare processor time
const QUIET_SHARE = 0.25; // of the duration of the attack, before and after it
const SETTLE_MS = 30_000;
const MAX_DELAY_MS = 50;
const minutes = Number(process.argv[2] ?? 10);
const seed = Number(process.argv[3] ?? 1);

const terrace = await launchTerrace({ NODE_ENV: 'production', LOG_LEVEL: 'error' });
const url = terrace.url.replace('localhost', '127.0.0.1');
try {
  const pairs = await Promise.all(Array.from({ length: PAIRS }, (_, i) => playingPair(url, SECRET, i + 1)));
  const playing = keepPlaying(pairs, RATE);
  await delay(10_000); // code is compiled when it first runs
  playing.take();

  const quietMs = minutes * 60_000 * QUIET_SHARE;
  await delay(quietMs);
  const before = playing.take();
  const memory = { before: terrace.memory(), peak: 0, after: 0 };
  const sampling = setInterval(() => {
    memory.peak = Math.max(memory.peak, terrace.memory());
  }, 250);
  const [counts, during] = [await attack(), playing.take()];
  clearInterval(sampling);
  await delay(Math.max(quietMs, SETTLE_MS));
  const after = playing.take();
  memory.after = terrace.memory();
  const faults = await faultsOf();
  await playing.stop();
  for (const pair of pairs) pair.close();
  print(counts, { before, during, after }, memory, faults);
} finally {
  await terrace.stop();
}
process.exit(0);

async function attack(): Promise<Counts> {
  const order: Order = { url, seconds: minutes * 60, seed };
  const script = new URL('./frames/attack.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.pid !== undefined) setPriority(child.pid, NICE);
  let printed = '';
  child.stdout.on('data', (data) => {
    printed += data;
  });
  await once(child, 'close');
  return JSON.parse(printed);
}

async function faultsOf(): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const counted = [...metrics.matchAll(/^terrace_faults_total\{over="\w+"\} (\d+)$/gm)];
  return counted.reduce((sum, [, count]) => sum + Number(count), 0);
}

function print(
  counts: Counts,
  met: Readonly<Record<'before' | 'during' | 'after', Met>>,
  memory: { readonly before: number; readonly peak: number; readonly after: number },
  faults: number,
): void {
  const sorted = (name: keyof typeof met) => met[name].times.toSorted((a, b) => a - b);
  const line = (name: keyof typeof met): string => {
    const times = sorted(name);
    const cells = [times.length, ...[0.5, 0.99, 0.999, 1].map((share) => quantile(times, share).toFixed(1))];
    return `| ${[name, ...cells, met[name].refusals.length].join(' | ')} |`;
  };
  const quiet = Math.max(...sorted('before'), ...sorted('after'));
  const later = Math.max(...sorted('during')) - quiet;
  const megabytes = Object.values(memory).map((bytes) => (bytes / 1e6).toFixed(0));
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0]?.toFixed(1)}; ${PAIRS} games, ${RATE} moves a second; ` +
      `${minutes} minutes of raw frames, seed ${seed}: ${counts.connections} connections, and ${counts.frames} frames on 8 more that the ` +
      `server closed ${counts.closed} times.\n\n` +
      `| frames | moves | p50 ms | p99 ms | p99.9 ms | max ms | refused |\n|---|---|---|---|---|---|---|\n` +
      `${line('before')}\n${line('during')}\n${line('after')}\n\n` +
      `Exceptions that left a connection: ${faults}. Longest move, compared with the longest quiet one: ${later.toFixed(1)} ms ` +
      `(goal: at most ${MAX_DELAY_MS}).\n` +
      `Memory in MB before / peak / ${SETTLE_MS / 1000} s or more after: ${megabytes.join(' / ')}.`,
  );
}

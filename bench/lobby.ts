/**
 * The cost of keeping many clients in the lobby up to date: 1,000 open tables, 2,000 connections, and tables that close
 * and open all the time. Measures the delay from a table's opening to a client's receipt, bytes per client and second,
 * and the server's processor time, compared with a bare Socket.IO room that sends as many frames of the same size.
 *
 * node bench/lobby.ts [connections] [tables a second] [rounds]
 */
import { randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_SETTINGS } from '@terrace/protocol';
import type { Socket } from 'socket.io-client';
import { printHelpIfAsked } from '../tools/help.ts';
import { launch, launchTerrace, SECRET, type ServerProcess } from './launch.ts';
import { connect, connectGuest, connectMany, listen, type Received } from './lobby/clients.ts';
import { median } from './moves/load.ts';

printHelpIfAsked('node bench/lobby.ts [connections] [tables a second] [rounds]: what many clients in the lobby cost.');

const TABLES = 1_000;
const TABLES_PER_HOST = 5; // the limit of open tables
const ROUND_MS = 10_000;
const connections = Number(process.argv[2] ?? 2_000);
const rate = Number(process.argv[3] ?? 10);
const rounds = Number(process.argv[4] ?? 3);

type Row = { p50: number; p95: number; bytes: number; frames: number; size: number; cpu: number };

const terrace = await launchTerrace();
const baseline = await launch('./lobby/room-server.ts', {});
const results: { terrace: Row; baseline: Row }[] = [];
let clientCount = 0;
const doneRates: number[] = [];
try {
  const hosts = await connectMany(TABLES / TABLES_PER_HOST, () => connectGuest(terrace.url, SECRET));
  const open = await Promise.all(
    hosts.map(async (host) => {
      const ids: string[] = [];
      for (let n = 0; n < TABLES_PER_HOST; n += 1) ids.push(await openTable(host));
      return ids;
    }),
  );
  for (let round = 0; round < rounds; round += 1) {
    const own = await inLobby(() => churn(hosts, open));
    results.push({ terrace: own, baseline: await inRoom(own) });
  }
} finally {
  await Promise.all([terrace.stop(), baseline.stop()]);
}
print();
process.exit(0); // the hosts' sockets would keep the process alive

async function openTable(host: Socket): Promise<string> {
  const wish = { commandId: randomUUID(), settings: DEFAULT_SETTINGS, side: 'south', reserved: [], from: null };
  const answer = await host.emitWithAck('game:create', wish);
  if (!answer.ok) throw new Error(`no table: ${JSON.stringify(answer.refusal)}`);
  return answer.value.gameId;
}

async function churn(hosts: readonly Socket[], open: string[][]): Promise<void> {
  const startedAt = performance.now();
  const under: Promise<void>[] = [];
  for (let n = 0; (n * 1000) / rate < ROUND_MS; n += 1) {
    const wait = startedAt + (n * 1000) / rate - performance.now();
    if (wait > 0) await delay(wait);
    const [host, ids] = [hosts[n % hosts.length], open[n % hosts.length]];
    const gameId = ids?.shift();
    if (host === undefined || ids === undefined || gameId === undefined) continue;
    under.push(replace(host, ids, gameId));
  }
  await Promise.all(under);
  doneRates.push(under.length / ((performance.now() - startedAt) / 1000));
}

async function replace(host: Socket, ids: string[], gameId: string): Promise<void> {
  await host.emitWithAck('game:command', { gameId, commandId: randomUUID(), command: { type: 'leave' } });
  ids.push(await openTable(host));
}

/** A table's row has its opening time, by the clock of this machine. */
async function inLobby(job: () => Promise<void>): Promise<Row> {
  const clients = await connectMany(connections, () => connectGuest(terrace.url, SECRET));
  for (const socket of clients) await socket.emitWithAck('lobby:watch', { known: null });
  clientCount = clients.length;
  const since = Date.now();
  const received = listen(clients, 'lobby:changed', (message) => {
    const { tables = [] } = message as { tables?: { id: string; createdAt: number }[] };
    return tables.flatMap(({ createdAt }) => (createdAt >= since ? [Date.now() - createdAt] : []));
  });
  const row = await measured(terrace, clients, received, job);
  for (const socket of clients) socket.disconnect();
  return row;
}

/** As many frames as the lobby's clients received, of the same size, evenly spread. */
async function inRoom({ frames, size }: Row): Promise<Row> {
  const clients = await connectMany(connections, () => connect(baseline.url));
  for (const socket of clients) await socket.emitWithAck('watch');
  const sender = await connect(baseline.url);
  const received = listen(clients, 'sent', (message) => [Date.now() - (message as { at: number }).at]);
  const padding = 'x'.repeat(Math.max(0, Math.round(size) - 50));
  const row = await measured(baseline, clients, received, async () => {
    const startedAt = performance.now();
    const count = Math.round((frames * ROUND_MS) / 1000);
    for (let n = 0; n < count; n += 1) {
      const wait = startedAt + (n * ROUND_MS) / count - performance.now();
      if (wait > 0) await delay(wait);
      sender.emit('send', padding);
    }
  });
  for (const socket of [...clients, sender]) socket.disconnect();
  return row;
}

async function measured(
  server: ServerProcess,
  clients: readonly Socket[],
  received: Received,
  job: () => Promise<void>,
): Promise<Row> {
  const [cpuBefore, startedAt] = [server.cpuMs(), performance.now()];
  await job();
  await delay(1_000);
  const [cpuMs, forMs] = [server.cpuMs() - cpuBefore, performance.now() - startedAt];
  const delays = received.delays.sort((a, b) => a - b);
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? Number.NaN;
  const frames = received.frames / clients.length / (forMs / 1000);
  return {
    p50: at(0.5),
    p95: at(0.95),
    frames,
    size: received.bytes / received.frames,
    bytes: received.bytes / clients.length / (forMs / 1000),
    cpu: (100 * cpuMs) / forMs,
  };
}

function print(): void {
  const of = (who: 'terrace' | 'baseline', what: keyof Row) => median(results.map((each) => each[who][what]));
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${load}; ${TABLES} tables, ${clientCount} connections, ` +
      `${median(doneRates).toFixed(1)} tables/s closed and opened, median of ${rounds} rounds of ${ROUND_MS / 1000} s\n`,
  );
  console.log('| | delay p50 ms | p95 ms | bytes a client a second | frames/s | bytes a frame | server cpu % |');
  console.log('|---|---|---|---|---|---|---|');
  for (const who of ['terrace', 'baseline'] as const) {
    const cells = (['p50', 'p95', 'bytes', 'frames', 'size', 'cpu'] as const).map((what) =>
      of(who, what).toFixed(what === 'frames' ? 1 : 0),
    );
    console.log(`| ${who} | ${cells.join(' | ')} |`);
  }
  const ratio = (what: keyof Row) => (of('terrace', what) / of('baseline', what)).toFixed(2);
  console.log(`\nterrace / baseline: delay p50 ${ratio('p50')}, p95 ${ratio('p95')}, server cpu ${ratio('cpu')}`);
}

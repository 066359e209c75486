/**
 * What it takes to keep a crowd in the lobby up to date: 1,000 open tables, 2,000 connections, and tables that close and
 * open all the time. Measured are the delay from a table's opening to a client's hearing of it, bytes a client a second,
 * and the server's processor time; beside it a bare Socket.IO room that is sent frames of the same number and size.
 *
 *   node bench/lobby.ts [connections] [tables a second] [rounds]
 */
import { randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { setTimeout as passing } from 'node:timers/promises';
import { DEFAULT_SETTINGS } from '@terrace/protocol';
import type { Socket } from 'socket.io-client';
import { createLog } from '../apps/server/src/log.ts';
import { startPostgres } from '../apps/server/src/postgres/supervisor.ts';
import { ensureDatabase } from '../apps/server/src/store/databases.ts';
import { temporaryFolder } from '../tools/testing/folder.ts';
import { type Launched, launch } from './launch.ts';
import { connect, guest, type Heard, listen, many } from './lobby/crowd.ts';
import { median } from './moves/load.ts';

const TABLES = 1_000;
const A_HOST = 5; // open tables one player may have
const SECRET = 'a secret for measurements and nothing else';
const FOR = 10_000; // ms a measurement
const connections = Number(process.argv[2] ?? 2_000);
const rate = Number(process.argv[3] ?? 10);
const rounds = Number(process.argv[4] ?? 3);

type Row = { p50: number; p95: number; bytes: number; frames: number; size: number; cpu: number };

const folder = await temporaryFolder();
const postgres = await startPostgres({ folder: folder.path, log: createLog('warn'), say: () => undefined });
const terrace = await launch('../apps/server/src/main.ts', {
  DATABASE_URL: await ensureDatabase(postgres.url, 'terrace'),
  PORT: '0',
  SERVE_PAGES: 'false',
  SESSION_SECRET: SECRET,
});
const floor = await launch('./lobby/room-server.ts', {});
const results: { terrace: Row; floor: Row }[] = [];
let crowdSize = 0;
const done: number[] = []; // tables a second that were closed and opened
try {
  const hosts = await many(TABLES / A_HOST, () => guest(terrace.url, SECRET));
  const open = await Promise.all(
    hosts.map(async (host) => {
      const ids: string[] = [];
      for (let n = 0; n < A_HOST; n += 1) ids.push(await openTable(host));
      return ids;
    }),
  );
  for (let round = 0; round < rounds; round += 1) {
    const own = await inLobby(() => churn(hosts, open));
    results.push({ terrace: own, floor: await inRoom(own) });
  }
} finally {
  await Promise.all([terrace.stop(), floor.stop()]);
  await postgres.stop();
  await folder.remove();
}
print();
process.exit(0); // the hosts' sockets would keep it alive

async function openTable(host: Socket): Promise<string> {
  const wish = { commandId: randomUUID(), settings: DEFAULT_SETTINGS, side: 'south', reserved: [], from: null };
  const answer = await host.emitWithAck('game:create', wish);
  if (!answer.ok) throw new Error(`no table: ${JSON.stringify(answer.refusal)}`);
  return answer.value.gameId;
}

/** One table closes and another one opens, `rate` times a second, each at the next host's, whether or not the last is done. */
async function churn(hosts: readonly Socket[], open: string[][]): Promise<void> {
  const startedAt = performance.now();
  const under: Promise<void>[] = [];
  for (let n = 0; (n * 1000) / rate < FOR; n += 1) {
    const wait = startedAt + (n * 1000) / rate - performance.now();
    if (wait > 0) await passing(wait);
    const [host, ids] = [hosts[n % hosts.length], open[n % hosts.length]];
    const gameId = ids?.shift();
    if (host === undefined || ids === undefined || gameId === undefined) continue;
    under.push(replace(host, ids, gameId));
  }
  await Promise.all(under);
  done.push(under.length / ((performance.now() - startedAt) / 1000));
}

async function replace(host: Socket, ids: string[], gameId: string): Promise<void> {
  await host.emitWithAck('game:command', { gameId, commandId: randomUUID(), command: { type: 'leave' } });
  ids.push(await openTable(host));
}

/** A table's row says when it was opened, by the clock this process reads, too. */
async function inLobby(job: () => Promise<void>): Promise<Row> {
  const crowd = await many(connections, () => guest(terrace.url, SECRET));
  for (const socket of crowd) await socket.emitWithAck('lobby:watch', { known: null });
  crowdSize = crowd.length;
  const since = Date.now();
  const heard = listen(crowd, 'lobby:changed', (message) => {
    const { tables = [] } = message as { tables?: { id: string; createdAt: number }[] };
    return tables.flatMap(({ createdAt }) => (createdAt >= since ? [Date.now() - createdAt] : []));
  });
  const row = await measured(terrace, crowd, heard, job);
  for (const socket of crowd) socket.disconnect();
  return row;
}

/** As many frames as the lobby's crowd heard, of the same size, evenly spread. */
async function inRoom({ frames, size }: Row): Promise<Row> {
  const crowd = await many(connections, () => connect(floor.url));
  for (const socket of crowd) await socket.emitWithAck('watch');
  const teller = await connect(floor.url);
  const heard = listen(crowd, 'told', (message) => [Date.now() - (message as { at: number }).at]);
  const filling = 'x'.repeat(Math.max(0, Math.round(size) - 50));
  const row = await measured(floor, crowd, heard, async () => {
    const startedAt = performance.now();
    const count = Math.round((frames * FOR) / 1000);
    for (let n = 0; n < count; n += 1) {
      const wait = startedAt + (n * FOR) / count - performance.now();
      if (wait > 0) await passing(wait);
      teller.emit('tell', filling);
    }
  });
  for (const socket of [...crowd, teller]) socket.disconnect();
  return row;
}

async function measured(
  server: Launched,
  crowd: readonly Socket[],
  heard: Heard,
  job: () => Promise<void>,
): Promise<Row> {
  const [cpuBefore, startedAt] = [server.cpuMs(), performance.now()];
  await job();
  await passing(1_000); // what is under way still arrives
  const [cpuMs, forMs] = [server.cpuMs() - cpuBefore, performance.now() - startedAt];
  const delays = heard.delays.sort((a, b) => a - b);
  const at = (share: number) => delays[Math.floor(delays.length * share)] ?? Number.NaN;
  const frames = heard.frames / crowd.length / (forMs / 1000);
  return {
    p50: at(0.5),
    p95: at(0.95),
    frames,
    size: heard.bytes / heard.frames,
    bytes: heard.bytes / crowd.length / (forMs / 1000),
    cpu: (100 * cpuMs) / forMs,
  };
}

function print(): void {
  const of = (who: 'terrace' | 'floor', what: keyof Row) => median(results.map((each) => each[who][what]));
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${load}; ${TABLES} tables, ${crowdSize} connections, ` +
      `${median(done).toFixed(1)} tables/s closed and opened, median of ${rounds} rounds of ${FOR / 1000} s\n`,
  );
  console.log('| | delay p50 ms | p95 ms | bytes a client a second | frames/s | bytes a frame | server cpu % |');
  console.log('|---|---|---|---|---|---|---|');
  for (const who of ['terrace', 'floor'] as const) {
    const cells = (['p50', 'p95', 'bytes', 'frames', 'size', 'cpu'] as const).map((what) =>
      of(who, what).toFixed(what === 'frames' ? 1 : 0),
    );
    console.log(`| ${who} | ${cells.join(' | ')} |`);
  }
  const ratio = (what: keyof Row) => (of('terrace', what) / of('floor', what)).toFixed(2);
  console.log(`\nterrace / floor: delay p50 ${ratio('p50')}, p95 ${ratio('p95')}, server cpu ${ratio('cpu')}`);
}

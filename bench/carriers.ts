/**
 * Candidates for carrying commits between nodes: Redis pub/sub, a Redis stream, Socket.IO's adapter on a stream, and
 * Postgres NOTIFY, alternately within one run. A publisher process and a listener process exchange realistic messages:
 * a move's commit and the game's summary. Also measures the cost of notices for appends, losses when a connection is
 * cut, and the cost of counting requests in Redis.
 *
 * node bench/carriers.ts [rounds]
 */
import { cpus, loadavg } from 'node:os';
import { openTcpProxy } from '@terrace/testing/tcp-proxy';
import pg from 'pg';
import { createLog } from '../apps/server/src/start/log.ts';
import { ensureDatabase } from '../apps/server/src/store/databases.ts';
import { startRedis } from '../apps/server/src/testing/redis.ts';
import { startPostgres } from '../packages/embedded-postgres/src/index.ts';
import { printHelpIfAsked } from '../tools/help.ts';
import { temporaryFolder } from '../tools/testing/folder.ts';
import { NOTICES, type Notice, WRITERS } from './carriers/appends.ts';
import { type Addresses, CARRIERS, type CarrierName } from './carriers/carriers.ts';
import { commitsOfMoves } from './carriers/commits.ts';
import { STORES, type Store } from './carriers/limits.ts';
import {
  appendAndPublish,
  type Carried,
  type Counted,
  type Cpu,
  carry,
  carryNothing,
  count,
  cut,
  type Lost,
  type Published,
} from './carriers/measure.ts';
import { type NodePair, openPair } from './carriers/pair.ts';
import { printAppends, printCarriers, printCuts, printLimits } from './carriers/print.ts';

import { median } from './moves/load.ts';
import { familyProcessorMs, parentOf, processorMs } from './processor.ts';

printHelpIfAsked(
  'node bench/carriers.ts [rounds]: what could carry commits from one node to the others, side by side.',
);

const PART_MS = 2_500;
const WARM_UP_MS = 500;
const RATES = [200, 2_000];
const CUT_RATE = 200;
const CUT_MS = 1_000;
const rounds = Number(process.argv[2] ?? 3);

const carried: Record<CarrierName, Carried[]> = { 'pub/sub': [], streams: [], adapter: [], notify: [] };
const nothing: Cpu[] = [];
const published: Record<Notice, Published[]> = {
  none: [],
  'notify within': [],
  'notify after': [],
  'pub/sub after': [],
};
const cuts: Record<'listener' | 'publisher', Lost[][]> = { listener: [], publisher: [] };
const counted: { store: Store; together: number; rounds: Counted[] }[] = STORES.flatMap((store) =>
  [1, 32].map((together) => ({ store, together, rounds: [] })),
);

const folder = await temporaryFolder();
const redis = await startRedis();
const postgres = await startPostgres({ folder: folder.path, log: createLog('warn'), onProgress: () => undefined });
try {
  const addresses: Addresses = {
    redis: redis.url,
    postgres: await ensureDatabase(postgres.url, 'carriers'),
    channel: 'commits',
  };
  await measure(addresses);
  await measureCuts(addresses);
  print();
} finally {
  await redis.stop();
  await postgres.stop();
  await folder.remove();
}
process.exit(0);

async function measure(addresses: Addresses): Promise<void> {
  const postmaster = await postmasterOf(addresses.postgres);
  const redisMs = (): number => processorMs(redis.pid);
  const postgresMs = (): number => familyProcessorMs(postmaster);
  const pair = await openPair(addresses, addresses);
  for (let round = 0; round <= rounds; round += 1) {
    const forMs = round === 0 ? WARM_UP_MS : PART_MS;
    const keep = <T>(list: T[], value: T): void => void (round > 0 && list.push(value));
    for (const by of rotated(CARRIERS, round)) {
      keep(carried[by], await carry(pair, by, RATES, forMs, by === 'notify' ? postgresMs : redisMs));
    }
    keep(nothing, await carryNothing(pair, RATES.at(-1) ?? 0, forMs));
    for (const notice of rotated(NOTICES, round))
      keep(published[notice], await appendAndPublish(pair, notice, forMs, postgresMs));
    for (const each of counted) keep(each.rounds, await count(pair, each.store, each.together, forMs / 5, redisMs));
  }
  await pair.close();
}

function rotated<T>(list: readonly T[], by: number): T[] {
  return [...list.slice(by % list.length), ...list.slice(0, by % list.length)];
}

async function measureCuts(addresses: Addresses): Promise<void> {
  const proxies = [await openTcpProxy(addresses.redis), await openTcpProxy(addresses.postgres)];
  const [throughRedis, throughPostgres] = proxies;
  const pairOf = (side: keyof typeof cuts): Promise<NodePair> => {
    const direct = { ...addresses, channel: `${side}_cut` };
    const proxied = { ...direct, redis: throughRedis?.url ?? '', postgres: throughPostgres?.url ?? '' };
    return side === 'listener' ? openPair(direct, proxied) : openPair(proxied, direct);
  };
  const pairs = { listener: await pairOf('listener'), publisher: await pairOf('publisher') };
  for (let round = 0; round < rounds; round += 1) {
    for (const side of ['listener', 'publisher'] as const) {
      cuts[side].push(await cut(pairs[side], proxies, CUT_RATE, CUT_MS));
    }
  }
  for (const pair of Object.values(pairs)) await pair.close();
  for (const proxy of proxies) proxy.close();
}

async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  await client.end();
  return parentOf(rows[0]?.pid ?? 0);
}

function print(): void {
  const bytes = commitsOfMoves(5).map((commit) => Buffer.byteLength(JSON.stringify(commit)));
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0]?.toFixed(1)}; commits of a move, ${median(bytes)} bytes, ` +
      `medians of ${rounds} rounds of ${PART_MS / 1000} s. Processor time in ms for 1,000 messages, at ${RATES.at(-1)}/s.\n`,
  );
  printCarriers(carried, nothing, RATES);
  console.log(`Appends of moves, ${WRITERS} writers flat out; processor time for 1,000 appends:\n`);
  printAppends(published);
  console.log(`Connections cut for ${CUT_MS / 1000} s at ${CUT_RATE}/s:\n`);
  printCuts(cuts);
  console.log('Requests counted:\n');
  printLimits(counted);
}

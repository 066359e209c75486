/**
 * The cost of notifications: processor time and transactions of a move with and without a cause, live moves next to
 * games by days, pending notifications delivered per minute, and the inbox of a player with 500 games.
 *
 * node bench/notifications.ts [pending]
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, type Settings } from '@terrace/protocol';
import { memberAt, request } from '@terrace/testing/members';
import pg from 'pg';
import { copyGame } from '../apps/server/src/testing/copy-game.ts';
import { printHelpIfAsked } from '../tools/help.ts';
import { keepPlaying, type PlayingPair, playingPair } from './floods/players.ts';
import { launchTerrace, SECRET } from './launch.ts';
import { median, quantile } from './moves/load.ts';

printHelpIfAsked('node bench/notifications.ts [pending]: what notifications cost, and how fast they are delivered.');

const PENDING = Number(process.argv[2] ?? 100_000);
const PAIRS = 5;
const RATE = 25;
const PHASE_S = 8;
const SETTLE_MS = 3_000;
const ROUNDS = 4;
const GAMES = 500;
const READS = 30;

const DAYS: Settings['time'] = { kind: 'days', perMoveMs: DAY_MS };

const terrace = await launchTerrace({ LOG_LEVEL: 'error', TRUST_PROXY: 'false' });
const url = terrace.url.replace('localhost', '127.0.0.1');
const database = new pg.Client({ connectionString: terrace.databaseUrl });
await database.connect();

type Cost = { readonly cpuMs: number; readonly transactions: number };

const transactions = async (): Promise<number> => {
  await database.query('select pg_stat_force_next_flush()');
  const { rows } = await database.query<{ n: string }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.n);
};

/** Processor time and transactions of the server while `during` runs, and afterwards until all jobs are done. */
async function costOf(during: () => Promise<unknown>): Promise<Cost> {
  const [cpu, committed] = [terrace.cpuMs(), await transactions()];
  await during();
  await delay(SETTLE_MS);
  return { cpuMs: terrace.cpuMs() - cpu, transactions: (await transactions()) - committed };
}

/** Plays moves at a steady rate for one phase. @returns the time of each in ms */
async function phase(pairs: readonly PlayingPair[]): Promise<readonly number[]> {
  const playing = keepPlaying(pairs, RATE);
  await delay(PHASE_S * 1_000);
  await playing.stop();
  return playing.take().times;
}

/** The cost per move of one phase. The cost of the idle server is subtracted. */
async function costPerMove(pairs: readonly PlayingPair[], idle: Cost): Promise<Cost> {
  let moves = 0;
  const all = await costOf(async () => {
    moves = (await phase(pairs)).length;
  });
  const each = (what: keyof Cost) => (all[what] - idle[what]) / moves;
  return { cpuMs: each('cpuMs'), transactions: each('transactions') };
}

function timesOf(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return [0.5, 0.99].map((q) => quantile(sorted, q).toFixed(1)).join(', ');
}

try {
  const pairsOf = (from: number, time?: Settings['time']) =>
    Promise.all(Array.from({ length: PAIRS }, (_, i) => playingPair(url, SECRET, from + i, time)));
  const [live, more, days] = [await pairsOf(1), await pairsOf(20), await pairsOf(40, DAYS)];
  for (const pairs of [live, more, days]) await phase(pairs);
  const costs = { live: [] as Cost[], days: [] as Cost[] };
  const times = { alone: [] as number[], nextToLive: [] as number[], nextToDays: [] as number[] };
  await delay(SETTLE_MS);
  const idle = await costOf(() => delay(PHASE_S * 1_000));
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.live.push(await costPerMove(live, idle));
    costs.days.push(await costPerMove(days, idle));
    times.alone.push(...(await phase(live)));
    times.nextToLive.push(...(await Promise.all([phase(live), phase(more)]))[0]);
    times.nextToDays.push(...(await Promise.all([phase(live), phase(days)]))[0]);
  }

  const { rows: players } = await database.query<{ id: string }>('select id from player limit 10');
  await database.query(
    `insert into notification (player_id, key, kind, game_id, at, details, pending, push_at)
     select ($1::text[])[1 + i % array_length($1, 1)], 'bench:' || i, 'follower', null, now(),
       '{"kind":"follower","by":{"id":"somebody-else","name":"Somebody"}}', '{decide}', now()
     from generate_series(1, $2::int) i`,
    [players.map(({ id }) => id), PENDING],
  );
  const startedAt = performance.now();
  const cpuBefore = terrace.cpuMs();
  for (;;) {
    const { rows: left } = await database.query<{ n: number }>(
      "select count(*)::int as n from notification where pending <> '{}'",
    );
    if (left[0]?.n === 0) break;
    await delay(250);
  }
  const tookMs = performance.now() - startedAt;
  const cpuEach = (terrace.cpuMs() - cpuBefore) / PENDING;

  const member = await memberAt(url, 'Bench-Inbox');
  const gameId = await member.create({ time: DAYS }, 'south');
  const other = await memberAt(url, 'Bench-Other');
  await other.command(gameId, { type: 'sit', side: 'north' });
  await copyGame(terrace.databaseUrl, gameId, GAMES - 1);
  const reads: number[] = [];
  for (let i = 0; i < READS; i += 1) {
    const at = performance.now();
    const { status } = await request(url, '/api/me/games', { cookie: member.cookie });
    if (status !== 200) throw new Error(`the inbox answered ${status}`);
    reads.push(performance.now() - at);
  }

  console.log(`${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${loadavg()[0]?.toFixed(1)}\n`);
  console.log('| measured | result |\n|---|---|');
  const of = (costs: readonly Cost[], what: keyof Cost) => median(costs.map((cost) => cost[what])).toFixed(2);
  const table: readonly (readonly [string, string])[] = [
    ['processor ms of a live move, of one by days', `${of(costs.live, 'cpuMs')}, ${of(costs.days, 'cpuMs')}`],
    [
      'transactions of a live move, of one by days',
      `${of(costs.live, 'transactions')}, ${of(costs.days, 'transactions')}`,
    ],
    ['live moves alone: p50, p99 ms', timesOf(times.alone)],
    ['live moves next to as many live ones: p50, p99 ms', timesOf(times.nextToLive)],
    ['live moves next to as many by days: p50, p99 ms', timesOf(times.nextToDays)],
    [
      `${PENDING} pending notifications: seconds, per minute`,
      `${(tookMs / 1000).toFixed(1)}, ${Math.round((PENDING * 60_000) / tookMs)}`,
    ],
    ['processor ms of a notification', cpuEach.toFixed(2)],
    [`the inbox of a player with ${GAMES} games: p50, p99 ms`, timesOf(reads)],
  ];
  for (const row of table) console.log(`| ${row.join(' | ')} |`);
  for (const pair of [...live, ...more, ...days]) pair.close();
} finally {
  await database.end();
  await terrace.stop();
}
process.exit(0);

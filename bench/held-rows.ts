/**
 * Measures how locked rows delay other games: 50 games are played at a steady rate, quietly, then while another session holds the rows of
 * some of them with `select … for update`, alternately within one run. A move's time is from the mover's send until the opponent
 * has it, including repeated attempts. Only moves of games whose rows are free count.
 *
 *   node bench/held-rows.ts [rows] [rounds]
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { printHelpIfAsked } from '../tools/help.ts';
import { keepPlaying, type Met, playingPair } from './floods/players.ts';
import { launchTerrace, SECRET } from './launch.ts';
import { quantile } from './moves/load.ts';

printHelpIfAsked('node bench/held-rows.ts [rows] [rounds]: moves of 50 games while the rows of some are locked.');

const PAIRS = 50;
const RATE = 50;
const PART_MS = 6_000;
const rows = Number(process.argv[2] ?? 1);
const rounds = Number(process.argv[3] ?? 3);

const server = await launchTerrace({ NODE_ENV: 'production', LOG_LEVEL: 'error', TRUST_PROXY: 'false' });
const url = server.url.replace('localhost', '127.0.0.1'); // each pair has its own IPv4 address
const session = new pg.Client({ connectionString: server.databaseUrl });
const none = (): Met => ({ times: [], refusals: [] });
const met = { quiet: none(), held: none(), 'held games': none() };
try {
  await session.connect();
  const pairs = await Promise.all(Array.from({ length: PAIRS }, (_, i) => playingPair(url, SECRET, i + 1)));
  const [heldPairs, others] = [pairs.slice(0, rows), pairs.slice(rows)];
  const playing = keepPlaying(pairs, RATE);
  await delay(PART_MS);
  for (let round = 0; round < rounds; round += 1) {
    playing.take();
    await delay(PART_MS);
    move(others, met.quiet);
    playing.take();
    await session.query('begin');
    const ids = heldPairs.map((pair) => pair.gameId());
    await session.query('select from game where id = any($1::text[]) for update', [ids]);
    await delay(PART_MS);
    move(others, met.held);
    await session.query('rollback');
    await delay(PART_MS / 2);
    move(heldPairs, met['held games']);
  }
  await playing.stop();
  for (const pair of pairs) pair.close();
} finally {
  await session.end();
  await server.stop();
}
const load = loadavg().map((each) => each.toFixed(1));
console.log(
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), load ${load.join(' ')}; ${PAIRS} games, ${rows} held\n`,
);
console.log('| moves | made | p50 ms | p99 ms | longest ms | refused |\n|---|---|---|---|---|---|');
for (const [name, { times, refusals }] of Object.entries(met)) {
  times.sort((a, b) => a - b);
  const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
  const codes = Object.entries(Object.groupBy(refusals, (code) => code)).map(([code, all]) => `${all?.length} ${code}`);
  console.log(`| ${name} | ${times.length} | ${p50} | ${p99} | ${longest} | ${codes.join(', ') || '0'} |`);
}
process.exit(0);

function move(pairs: readonly { readonly met: Met }[], to: Met): void {
  for (const pair of pairs) {
    to.times.push(...pair.met.times.splice(0));
    to.refusals.push(...pair.met.refusals.splice(0));
  }
}

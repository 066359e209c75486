/**
 * Moves per second and the time from a mover's send to the opponent's receipt, for 100 games of two on one server, next
 * to a bare Socket.IO relay and a bare Postgres insert, in turns within one run. Everything shares this machine's cores.
 *
 *   node bench/moves.ts [rounds]
 */
import { cpus } from 'node:os';
import { printHelpIfAsked } from '../tools/help.ts';
import { launch, launchTerrace, SECRET, type ServerProcess } from './launch.ts';
import { atFullSpeed, atRate, type Measured, median, type Pair } from './moves/load.ts';
import { echoPair, insertPairs, terracePair } from './moves/targets.ts';

printHelpIfAsked(
  'node bench/moves.ts [rounds]: moves a second and their delay, beside a bare relay and a bare insert.',
);

const PAIRS = 100;
const RATE = 500; // moves per second, all pairs together
const ROUND_MS = 4_000; // ms a measurement
const rounds = Number(process.argv[2] ?? 5);

const servers: ServerProcess[] = [];
try {
  const terrace = await launchTerrace();
  servers.push(terrace);
  const echo = await launch('./moves/echo-server.ts', {});
  servers.push(echo);
  const inserts = await insertPairs(terrace.databaseUrl, PAIRS);
  const seeds = Array.from({ length: PAIRS }, (_, i) => i + 1);
  const targets: Record<string, readonly Pair[]> = {
    terrace: await Promise.all(seeds.map((seed) => terracePair(terrace.url, SECRET, seed))),
    echo: await Promise.all(seeds.map((seed) => echoPair(echo.url, seed))),
    insert: inserts.pairs,
  };

  const results = Object.keys(targets).map((name) => ({ name, full: [] as Measured[], at: [] as Measured[] }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, full, at } of results) {
      const pairs = targets[name] ?? [];
      const measured = { full: await atFullSpeed(pairs, ROUND_MS), at: await atRate(pairs, RATE, ROUND_MS) };
      if (round === 0) continue; // the first warms up
      full.push(measured.full);
      at.push(measured.at);
    }
  }
  print(results);
  await inserts.close();
} finally {
  for (const server of servers.reverse()) await server.stop();
}
process.exit(0); // the clients' sockets would try to reconnect

function print(results: { name: string; full: Measured[]; at: Measured[] }[]): void {
  const of = (measured: Measured[], what: Exclude<keyof Measured, 'times'>) =>
    median(measured.map((each) => each[what]));
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${PAIRS} pairs, median of ${rounds} rounds of ${ROUND_MS / 1000} s\n`,
  );
  console.log(`| | flat out, per s | p50 ms | p99 ms | at ${RATE}/s, p50 ms | p99 ms |\n|---|---|---|---|---|---|`);
  for (const { name, full, at } of results) {
    const cells = [
      of(full, 'perSecond').toFixed(0),
      of(full, 'p50').toFixed(1),
      of(full, 'p99').toFixed(1),
      of(at, 'p50').toFixed(2),
      of(at, 'p99').toFixed(2),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  const ratio = (one: string, other: string) =>
    median(
      (find(one)?.full ?? []).map(({ perSecond }, i) => perSecond / (find(other)?.full[i]?.perSecond ?? Number.NaN)),
    );
  const find = (name: string) => results.find((result) => result.name === name);
  const p99 = (name: string, i: number) => find(name)?.at[i]?.p99 ?? Number.NaN;
  const p99Ratio = median((find('terrace')?.at ?? []).map((each, i) => each.p99 / (p99('echo', i) + p99('insert', i))));
  console.log(`\nterrace / insert, rate: ${ratio('terrace', 'insert').toFixed(2)} (goal 0.5)`);
  console.log(`terrace / echo, rate: ${ratio('terrace', 'echo').toFixed(2)} (goal 0.2)`);
  console.log(`terrace p99 / (echo p99 + insert p99) at ${RATE}/s: ${p99Ratio.toFixed(2)} (goal 2)`);
}

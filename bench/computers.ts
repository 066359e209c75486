/**
 * How long a person's move takes, from the mover's send to the opponent's receipt, in 50 games of people, while eight
 * computers of full strength think without a pause, next to the same without them, in turns within one run. Everything
 * shares this machine's cores.
 *
 *   node bench/computers.ts [rounds]
 */
import { cpus } from 'node:os';
import { printHelpIfAsked } from '../tools/help.ts';
import { startComputerGames } from './computers/games.ts';
import { launchTerrace, SECRET } from './launch.ts';
import { atRate, type Measured, median } from './moves/load.ts';
import { terracePair } from './moves/targets.ts';

printHelpIfAsked(
  'node bench/computers.ts [rounds]: the delay of moves while computers think beside, and without them.',
);

const PAIRS = 50;
const COMPUTER_GAMES = 8;
const RATE = 50; // moves per second, all games of people together: each of them one a second
const ROUND_MS = 10_000; // ms a measurement
const rounds = Number(process.argv[2] ?? 6);

const terrace = await launchTerrace();
try {
  const seeds = Array.from({ length: PAIRS }, (_, i) => i + 1);
  const pairs = await Promise.all(seeds.map((seed) => terracePair(terrace.url, SECRET, seed)));
  const computers = await startComputerGames(terrace.url, SECRET, COMPUTER_GAMES);
  await atRate(pairs, RATE, ROUND_MS / 2); // warms up

  const results = { without: [] as Measured[], with: [] as Measured[] };
  const moves: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of round % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      if (kind === 'with') await computers.resume();
      const before = computers.moves();
      results[kind].push(await atRate(pairs, RATE, ROUND_MS));
      if (kind === 'with') moves.push((computers.moves() - before) / (ROUND_MS / 1000));
      await computers.pause();
    }
  }
  print(results, median(moves));
} finally {
  await terrace.stop();
}
process.exit(0); // the clients' sockets would try to reconnect

function print(results: Record<'without' | 'with', Measured[]>, computerMoves: number): void {
  const of = (kind: 'without' | 'with', what: keyof Measured) => median(results[kind].map((each) => each[what]));
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${PAIRS} games of people at ${RATE} moves/s, median of ${rounds} rounds of ${ROUND_MS / 1000} s\n`,
  );
  console.log('| | p50 ms | p99 ms | moves of computers per s |\n|---|---|---|---|');
  const row = (name: string, kind: 'without' | 'with', computers: string) =>
    console.log(`| ${name} | ${of(kind, 'p50').toFixed(2)} | ${of(kind, 'p99').toFixed(2)} | ${computers} |`);
  row('people alone', 'without', '');
  row(`beside ${COMPUTER_GAMES} computers of full strength`, 'with', computerMoves.toFixed(1));
  const ratio = median(results.with.map(({ p99 }, i) => p99 / (results.without[i]?.p99 ?? Number.NaN)));
  console.log(`\np99 with / without, round by round: ${ratio.toFixed(2)} (goal 1.2)`);
}

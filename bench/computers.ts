/**
 * The time of people's moves, from the mover's send to the opponent's receipt, in 50 games, with and without eight
 * computers of full strength that think without a pause, alternately within one run. All processes share the machine's
 * cores.
 *
 * node bench/computers.ts [rounds]
 */
import { cpus } from 'node:os';
import { printHelpIfAsked } from '../tools/help.ts';
import { startComputerGames } from './computers/games.ts';
import { launchTerrace, SECRET } from './launch.ts';
import { atRate, type Measured, median, quantile } from './moves/load.ts';
import { terracePair } from './moves/targets.ts';

printHelpIfAsked('node bench/computers.ts [rounds]: the delay of moves with and without thinking computers.');

const PAIRS = 50;
const COMPUTER_GAMES = 8;
const RATE = 50; // all games of people together: one a second each
const ROUND_MS = 20_000;
const RESAMPLES = 1000; // of the rounds, for the interval
const rounds = Number(process.argv[2] ?? 12);

const terrace = await launchTerrace();
try {
  const seeds = Array.from({ length: PAIRS }, (_, i) => i + 1);
  const pairs = await Promise.all(seeds.map((seed) => terracePair(terrace.url, SECRET, seed)));
  const computers = await startComputerGames(terrace.url, SECRET, COMPUTER_GAMES);
  await atRate(pairs, RATE, ROUND_MS / 2);

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
process.exit(0); // the clients' sockets would keep reconnecting

function print(results: Record<'without' | 'with', Measured[]>, computerMoves: number): void {
  console.log(
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${PAIRS} games of people at ${RATE} moves/s, ${rounds} rounds of ${ROUND_MS / 1000} s\n`,
  );
  console.log('| | p50 ms | p99 ms | moves of computers per s |\n|---|---|---|---|');
  const row = (name: string, kind: 'without' | 'with', computers: string) => {
    const times = pooled(results[kind]);
    console.log(
      `| ${name} | ${quantile(times, 0.5).toFixed(2)} | ${quantile(times, 0.99).toFixed(2)} | ${computers} |`,
    );
  };
  row('people alone', 'without', '');
  row(`with ${COMPUTER_GAMES} computers of full strength`, 'with', computerMoves.toFixed(1));
  const ratios = Array.from({ length: RESAMPLES }, () => {
    const drawn = Array.from({ length: rounds }, () => Math.floor(Math.random() * rounds));
    return ratioOf(drawn);
  }).toSorted((a, b) => a - b);
  const [low, high] = [quantile(ratios, 0.025), quantile(ratios, 0.975)].map((each) => each.toFixed(2));
  const ratio = ratioOf([...results.with.keys()]).toFixed(2);
  console.log(`\np99 with / without: ${ratio}, 95 % from ${low} to ${high} (goal 1.2)`);

  function ratioOf(numbers: readonly number[]): number {
    const p99 = (kind: 'without' | 'with') => quantile(pooled(numbers.flatMap((n) => results[kind][n] ?? [])), 0.99);
    return p99('with') / p99('without');
  }
}

function pooled(rounds: readonly Measured[]): readonly number[] {
  return rounds.flatMap(({ times }) => times).toSorted((a, b) => a - b);
}

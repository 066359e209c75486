/**
 * Kills, stops, disconnects and delays the server and Postgres during games. Checks that every acknowledged command is
 * saved once and every saved event is delivered. Exits with 1 after violations.
 *
 * npm run chaos -- --minutes 20 --tables 8 --seed 7
 * npm run chaos -- --nodes 4
 * npm run chaos -- --nodes 2 --faults 'Postgres killed,Redis ended' --minutes 15
 */
import { parseArgs } from 'node:util';
import { quantile } from '../bench/moves/load.ts';
import { printHelpIfAsked } from '../tools/help.ts';
import { hasViolations } from './check.ts';
import { faultsOf } from './faults.ts';
import { printViolations } from './print.ts';
import type { Recovered } from './recovery.ts';
import { type ChaosReport, runChaos } from './run.ts';

printHelpIfAsked(
  'npm run chaos -- [--minutes 20] [--tables 8] [--seed n] [--nodes 1] [--faults names]: plays through kills, stops, disconnects and delays, and checks what was saved and delivered.',
);

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    tables: { type: 'string', default: '8' },
    nodes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    /** Names separated by commas; all by default. */
    faults: { type: 'string' },
  },
});
const [minutes, tables, seed, nodes] = [values.minutes, values.tables, values.seed, values.nodes].map(Number);
if (!minutes || !tables || !nodes || seed === undefined || !Number.isInteger(seed) || !Number.isInteger(nodes)) {
  console.error('--minutes, --tables, --nodes and --seed must be greater than 0.');
  process.exit(2);
}
const faults = values.faults?.split(',').map((name) => name.trim());
const unknown = faults?.filter((name) => !(name in faultsOf(nodes))) ?? [];
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. The faults are: ${Object.keys(faultsOf(nodes)).join(', ')}.`);
  process.exit(2);
}

console.log(`${tables} tables for ${minutes} minutes on ${nodes === 1 ? 'one node' : `${nodes} nodes`}, seed ${seed}`);
const startedAt = performance.now();
const clock = (): string => `${((performance.now() - startedAt) / 60_000).toFixed(1)} min`;
const report = await runChaos({
  seed,
  minutes,
  tables,
  nodes,
  ...(faults && { faults }),
  onProgress: (fault) => console.log(`${clock()}  ${fault}`),
});
print(report);
process.exit(hasViolations(report.violations) ? 1 : 0);

function print({ faults, games, acked, resent, recoveries, apart, violations }: ChaosReport): void {
  const row = (name: string, { times, tookMs }: Recovered): string => {
    const sorted = tookMs.toSorted((a, b) => a - b);
    const seconds = [0.5, 0.99, 1].map((share) => (quantile(sorted, share) / 1000).toFixed(1));
    return `| ${name} | ${times} | ${tookMs.length} | ${seconds.join(' | ')} |`;
  };
  console.log('\n| fault | times | clients that recovered | p50, s | p99, s | longest, s |\n|---|---|---|---|---|---|');
  for (const [name, recovered] of Object.entries(faults)) console.log(row(name, recovered));
  const all = Object.values(faults);
  console.log(
    row('all', { times: all.reduce((sum, { times }) => sum + times, 0), tookMs: all.flatMap(({ tookMs }) => tookMs) }),
  );
  console.log(`\n${games} games; ${acked} commands acknowledged, ${resent} resent; ${recoveries} gap recoveries`);
  if (apart > 0) console.log(`Players of a table on different nodes: ${Math.round(apart * 100)} % of the time`);
  printViolations(violations);
}

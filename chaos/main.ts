/**
 * Kills, stops, cuts and delays the server and its Postgres while people play, and checks that whatever was acknowledged
 * is saved once, and that whatever was saved is told. The last line says how often it was not; then it exits with 1.
 *
 *   npm run chaos -- --minutes 20 --tables 8 --seed 7
 */
import { parseArgs } from 'node:util';
import { printHelpIfAsked } from '../tools/help.ts';
import { type ChaosReport, runChaos } from './run.ts';

printHelpIfAsked(
  'npm run chaos -- [--minutes 20] [--tables 8] [--seed n]: play through kills, stops, cuts and delays, and check what was saved and told.',
);

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    tables: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
});
const [minutes, tables, seed] = [values.minutes, values.tables, values.seed].map(Number);
if (!minutes || !tables || seed === undefined || !Number.isInteger(seed)) {
  console.error('--minutes, --tables and --seed are numbers above 0.');
  process.exit(2);
}

console.log(`${tables} tables for ${minutes} minutes, seed ${seed}`);
const startedAt = performance.now();
const clock = (): string => `${((performance.now() - startedAt) / 60_000).toFixed(1)} min`;
const report = await runChaos({ seed, minutes, tables, onProgress: (fault) => console.log(`${clock()}  ${fault}`) });
print(report);
process.exit(Object.values(report.violations).some((found) => found.length > 0) ? 1 : 0);

function print({ faults, games, acked, resent, asked, violations }: ChaosReport): void {
  console.log('\n| fault | times |\n|---|---|');
  for (const [name, times] of Object.entries(faults)) console.log(`| ${name} | ${times} |`);
  console.log(`\n${games} games; ${acked} commands acknowledged, ${resent} sent again; ${asked} questions for events`);
  for (const found of Object.values(violations).flat()) console.log(`violation: ${found}`);
  console.log(
    `\nviolations: ${violations.acked.length} of acknowledged commands, ${violations.told.length} of tellings, ${violations.logs.length} of logs, ${violations.charged.length} of clocks`,
  );
}

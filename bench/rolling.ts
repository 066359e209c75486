/**
 * Moves during the restart of two servers, one after the other: refused and lost moves, and the times of answers.
 *
 * node bench/rolling.ts [games] [moves a second]
 */
import { cpus } from 'node:os';
import { hasViolations } from '../chaos/check.ts';
import { printViolations } from '../chaos/print.ts';
import { runRolling } from '../chaos/rolling.ts';
import { printHelpIfAsked } from '../tools/help.ts';
import type { Measured } from './moves/load.ts';

printHelpIfAsked(
  'node bench/rolling.ts [games] [moves a second]: restarts one server of two after the other while games continue.',
);

const [games, perSecond] = [Number(process.argv[2] ?? 100), Number(process.argv[3] ?? 200)];
const report = await runRolling({ games, perSecond, quietMs: 5_000, onProgress: console.log });
const row = (name: string, { perSecond, p50, p99, times }: Measured): string =>
  `| ${name} | ${times.length} | ${[perSecond, p50, p99, times.at(-1) ?? Number.NaN].map((n) => n.toFixed(1)).join(' | ')} |`;

console.log(`\n${cpus().length} cores (${cpus()[0]?.model.trim()})`);
console.log('\n| | moves | a second | p50 ms | p99 ms | longest ms |\n|---|---|---|---|---|---|');
console.log(row('before', report.before));
console.log(row('during', report.during));
console.log(`\nrestarts took ${report.restartMs.map((ms) => (ms / 1000).toFixed(1)).join(' and ')} s`);
console.log(
  `${report.refused} commands refused, ${report.resent} sent again; ${report.moved} connections went to another server, ${report.lost} were cut off`,
);
printViolations(report.violations);
process.exit(report.refused > 0 || hasViolations(report.violations) ? 1 : 0);

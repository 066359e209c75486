/**
 * Judges a change of the engine against several opponents, so that a blind spot it shares with its older version does
 * not count as strength. Against each opponent both versions play the same openings, each in both seats, and a
 * sequential test decides whether the new version scores more.
 *
 * node bench/engine/gate.ts --before main
 * node bench/engine/gate.ts --before main --budgets nodes=5000 --opponents outsider,hunter --games 200
 *
 * Interrupted gates are resumed. Compiled cores and played games are kept under `.data/engine`.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isSetupName } from '@terrace/rules';
import { CONTEMPT } from '../../packages/engine/src/choose.ts';
import { printHelpIfAsked } from '../../tools/help.ts';
import { root } from '../../tools/run.ts';
import { coreOfRevision, coreOfWorkingTree } from './gate/cores.ts';
import { type Judged, judge } from './gate/judge.ts';
import { compileOutsider, isStyle, STYLES } from './opponents/outsider.ts';
import { eloOf, percentInterval } from './statistics.ts';
import { table } from './table.ts';

const USAGE = `node bench/engine/gate.ts --before REVISION [--opponents before,outsider,hunter,racer,hoarder,REVISION...]
  [--budgets nodes=5000,nodes=20000,ms=20] [--setups long,short,medium] [--openings 200] [--worse 0] [--better 15]
  [--threads 2] [--keep NAME]
  --before: the version to compare with; --openings: at most so many per contest, each played in both seats
  --worse, --better: Elo at which the sequential test calls the change not better, and better, with errors of 5 %
  --keep: adds the rows under this name to bench/engine/GATE.md`;
printHelpIfAsked(USAGE);

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    opponents: { type: 'string', default: ['before', ...STYLES].join(',') },
    budgets: { type: 'string', default: 'nodes=5000,nodes=20000,ms=20' },
    setups: { type: 'string', default: 'long,short,medium' },
    openings: { type: 'string', default: '200' },
    worse: { type: 'string', default: '0' },
    better: { type: 'string', default: '15' },
    threads: { type: 'string', default: '2' },
    keep: { type: 'string' },
  },
});
if (values.before === undefined) throw new Error(USAGE);
await compileOutsider();
const folder = join(root, '.data/engine');
mkdirSync(folder, { recursive: true });
const [now, before] = [await coreOfWorkingTree(), await coreOfRevision(values.before)];
/** Both versions play on in level positions, as computers do. */
const engine = (core: string, budget: string) => `engine:${budget},core=${core},contempt=${CONTEMPT}`;
const setups = values.setups.split(',').filter(isSetupName);
const bounds = { worse: Number(values.worse), better: Number(values.better) };

const rows: string[][] = [];
for (const opponent of values.opponents.split(',')) {
  for (const budget of values.budgets.split(',')) {
    const judged = await judge(
      {
        now: engine(now, budget),
        before: engine(before, budget),
        ...(opponent !== 'before' && { opponent: await playerNamed(opponent, budget) }),
        setups,
        openings: Number(values.openings),
        bounds,
      },
      { log: join(folder, 'gate.jsonl'), threads: Number(values.threads) },
    );
    const row = rowOf(opponent, budget, judged);
    process.stderr.write(`${row.join(' | ')}\n`);
    rows.push(row);
  }
}
const head = ['opponent', 'a move', 'openings', 'score', 'version before', 'Elo more', 'verdict'];
console.log(table([head, ...rows]));
if (values.keep !== undefined)
  appendFileSync(
    new URL('GATE.md', import.meta.url),
    rows.map((row) => `| ${[values.keep, ...row].join(' | ')} |\n`).join(''),
  );

async function playerNamed(opponent: string, budget: string): Promise<string> {
  return isStyle(opponent) ? `${opponent}:${budget}` : engine(await coreOfRevision(opponent), budget);
}

function rowOf(opponent: string, budget: string, { openings, now, before, verdict }: Judged): string[] {
  const more = eloOf(now.mean) - (before === undefined ? 0 : eloOf(before.mean));
  return [
    opponent === 'before' ? `before (${values.before})` : opponent,
    budget,
    String(openings),
    percentInterval(now),
    before === undefined ? '' : percentInterval(before),
    more.toFixed(0),
    verdict,
  ];
}

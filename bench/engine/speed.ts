/**
 * The speed of the engine from every start: nodes a second, the depth completed in a second, and the effective
 * branching factor. Then the increase in nodes to a depth without each technique. Times are processor time of the
 * thread, so that other load on the machine counts as little as possible.
 *
 * node bench/engine/speed.ts [--ms 1000] [--core FILE]
 */
import { parseArgs } from 'node:util';
import { searchedGame } from '@terrace/engine';
import { SETUP_NAMES, type SetupName, startHistory, startPosition } from '@terrace/rules';
import { loadGame } from '../../packages/engine/src/load-game.ts';
import { readSearch } from '../../packages/engine/src/read-answers.ts';
import { printHelpIfAsked } from '../../tools/help.ts';
import { openCore, processorMs } from './core.ts';
import { table } from './table.ts';

printHelpIfAsked(
  'node bench/engine/speed.ts [--ms 1000] [--core FILE]: nodes a second, depth, branching, and what each technique gains.',
);

const { values } = parseArgs({ options: { ms: { type: 'string', default: '1000' }, core: { type: 'string' } } });

/**
 * The technique that each bit of `setTechniques` disables (packages/engine/assembly/techniques.ts). The last number is
 * the mask of the search it is compared with.
 */
const TECHNIQUES = [
  [1, 'null move', 0],
  [2, 'late move reductions', 0],
  [4, 'futility', 0],
  [8, 'late move pruning', 0],
  [16, 'transposition table', 32], // compared with a search without the next technique, because no position would have a table move
  [32, 'less depth without a table move', 0],
] as const;

const nodesByDepth: number[] = [];
let boardSize: 6 | 8 = 8;
const core = openCore(values.core, {
  now: processorMs,
  report: (depth) => {
    nodesByDepth[depth] = readSearch(core, boardSize).nodes;
  },
});

function begin(setup: SetupName): void {
  boardSize = loadGame(core, searchedGame(startHistory(startPosition(setup)))).size;
  core.clearTable();
  nodesByDepth.length = 0;
}

function speedFrom(setup: SetupName): readonly string[] {
  begin(setup);
  const began = processorMs();
  const depth = core.search(100, Number.POSITIVE_INFINITY, began + Number(values.ms), 1);
  const { nodes } = readSearch(core, boardSize);
  const perSecond = (nodes / (processorMs() - began)) * 1000;
  // Odd and even depths grow differently, so this uses an even number of plies.
  const deep = nodesByDepth[depth] ?? 0;
  const shallow = nodesByDepth[depth - 4] ?? 0;
  const branching = shallow > 0 ? (deep / shallow) ** (1 / 4) : Number.NaN;
  return [setup, `${(perSecond / 1e6).toFixed(2)} M`, String(depth), branching.toFixed(2)];
}

function nodesTo(starts: readonly (readonly [SetupName, number])[]): number {
  let nodes = 0;
  for (const [setup, depth] of starts) {
    begin(setup);
    core.search(depth, 50_000_000, Number.POSITIVE_INFINITY, 1);
    nodes += readSearch(core, boardSize).nodes;
  }
  return nodes;
}

speedFrom('long');
const speeds = SETUP_NAMES.map(speedFrom);
console.log(table([['setup', 'nodes a second', `depth in ${values.ms} ms`, 'branching'], ...speeds]));

const starts = [
  ['long', 9],
  ['short', 10],
  ['medium6', 10],
  ['four', 6],
] as const;
const all = nodesTo(starts);
const without = TECHNIQUES.map(([bit, name, both]) => {
  core.setTechniques(~both);
  const base = both === 0 ? all : nodesTo(starts);
  core.setTechniques(~(bit | both));
  const nodes = nodesTo(starts);
  return [name, `${(nodes / 1e6).toFixed(2)} M`, (nodes / base).toFixed(2)];
});
const depths = starts.map(([setup, depth]) => `${setup} ${depth}`).join(', ');
console.log(`\nNodes to a depth (${depths}), with each technique left out:\n`);
console.log(table([['without', 'nodes', 'x all'], ['nothing', `${(all / 1e6).toFixed(2)} M`, '1.00'], ...without]));

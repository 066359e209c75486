/**
 * How fast the engine searches: nodes a second, the depth finished in a second and the effective branching from every
 * start; then how many times the nodes it takes to the same depth with each technique left out. Time is the thread's own on a
 * processor, so that what else the machine does counts as little as it can.
 *
 *   node bench/engine/speed.ts [--ms 1000] [--core FILE]
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

/** What each bit of `setTechniques` leaves out, as `packages/engine/assembly/techniques.ts` has them; compared with a search that lacks the last bit, too. */
const TECHNIQUES = [
  [1, 'null move', 0],
  [2, 'late move reductions', 0],
  [4, 'futility', 0],
  [8, 'late move pruning', 0],
  [16, 'transposition table', 32], // beside a search without the next one: every position would lack a table move
  [32, 'less depth without a table move', 0],
] as const;

/** Nodes that each finished depth had taken, by depth. */
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
  // Odd depths grow otherwise than even ones: over an even number of plies.
  const deep = nodesByDepth[depth] ?? 0;
  const shallow = nodesByDepth[depth - 4] ?? 0;
  const branching = shallow > 0 ? (deep / shallow) ** (1 / 4) : Number.NaN;
  return [setup, `${(perSecond / 1e6).toFixed(2)} M`, String(depth), branching.toFixed(2)];
}

/** Nodes to a depth, in all, from these starts. */
function nodesTo(starts: readonly (readonly [SetupName, number])[]): number {
  let nodes = 0;
  for (const [setup, depth] of starts) {
    begin(setup);
    core.search(depth, 50_000_000, Number.POSITIVE_INFINITY, 1);
    nodes += readSearch(core, boardSize).nodes;
  }
  return nodes;
}

speedFrom('long'); // compiles
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

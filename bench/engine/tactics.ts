/**
 * Gives every tactics position to the engine at full strength, for a time and for some nodes, and counts those it solves.
 *
 *   node bench/engine/tactics.ts [--ms 1000] [--nodes 200000] [--core FILE]
 */
import { parseArgs } from 'node:util';
import { type Limits, PROVED } from '@terrace/engine';
import { formatPosition } from '@terrace/rules';
import { printHelpIfAsked } from '../../tools/help.ts';
import { engineOf } from './players.ts';
import { percentInterval, wilson } from './statistics.ts';
import { table } from './table.ts';
import { moveName, readTactics, type Tactic } from './tactics/positions.ts';

printHelpIfAsked('node bench/engine/tactics.ts [--ms 1000] [--nodes 200000] [--core FILE]: what the engine solves.');

const { values } = parseArgs({
  options: {
    ms: { type: 'string', default: '1000' },
    nodes: { type: 'string', default: '200000' },
    core: { type: 'string' },
  },
});
const engine = engineOf(values.core);
const tactics = readTactics();
const kinds = [...new Set(tactics.map(kindOf))].sort();
const rows = [['', 'positions', `in ${values.ms} ms`, 'proved', `in ${values.nodes} nodes`, 'proved']];
const timed = tactics.map((tactic) => solve(tactic, { timeMs: Number(values.ms) }));
const counted = tactics.map((tactic) => solve(tactic, { nodes: Number(values.nodes) }));
for (const kind of kinds) {
  const of = <T>(all: readonly T[]): readonly T[] => all.filter((_, i) => kindOf(tactics[i]) === kind);
  rows.push([kind, String(of(tactics).length), ...cells(of(timed)), ...cells(of(counted))]);
}
rows.push(['all', String(tactics.length), ...cells(timed), ...cells(counted)]);
console.log(table(rows));
const solved = (all: readonly Solved[]): number => all.filter((one) => one.right).length;
console.log(`\nin ${values.ms} ms: ${percentInterval(wilson(solved(timed), tactics.length))}`);
console.log(`in ${values.nodes} nodes: ${percentInterval(wilson(solved(counted), tactics.length))}`);
for (const [i, tactic] of tactics.entries()) {
  const one = timed[i];
  if (one?.right) continue;
  const right = tactic.solutions.map((move) => moveName(tactic.position.size, move)).join(' ');
  console.log(`line ${i + 1}: played ${one?.played}, not ${right}: ${formatPosition(tactic.position)}`);
}

interface Solved {
  readonly right: boolean;
  /** Whether the engine says itself that it is won, where it is. */
  readonly proved: boolean;
  readonly played: string;
}

function solve({ task, position, solutions }: Tactic, limits: Limits): Solved {
  const game = { rules: position.rules, position: formatPosition(position), earlier: [] };
  const line = engine.search(game, limits).lines[0];
  const move = line?.moves[0];
  if (!line || !move) return { right: false, proved: false, played: 'nothing' };
  return {
    right: solutions.some(({ from, to }) => from === move.from && to === move.to),
    proved: task === 'hold' || line.score > PROVED,
    played: moveName(position.size, move),
  };
}

function kindOf(tactic: Tactic | undefined): string {
  if (!tactic) return '';
  const { task, ownMoves, theme, position } = tactic;
  return `${task} ${theme}, ${ownMoves} moves${position.seats.length > 2 ? ', 3 and 4 seats' : ''}`;
}

function cells(of: readonly Solved[]): readonly string[] {
  return [String(of.filter((one) => one.right).length), String(of.filter((one) => one.proved).length)];
}

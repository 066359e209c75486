/**
 * Lets the engine solve every tactics position at full strength, within a processor time and within a number of nodes,
 * and counts the solved ones.
 *
 * node bench/engine/tactics.ts [--ms 1000] [--nodes 200000] [--core FILE]
 */
import { parseArgs } from 'node:util';
import { type Limits, PROVED } from '@terrace/engine';
import { formatPosition, type Move, type Position, startHistory } from '@terrace/rules';
import { printHelpIfAsked } from '../../tools/help.ts';
import { Board } from './board.ts';
import { followerOf, openCore } from './core.ts';
import { percentInterval, wilson } from './statistics.ts';
import { table } from './table.ts';
import { moveName, readTactics, type Tactic } from './tactics/positions.ts';
import { pliesOf, proverOf, TooHard } from './tactics/prover.ts';

printHelpIfAsked('node bench/engine/tactics.ts [--ms 1000] [--nodes 200000] [--core FILE]: what the engine solves.');

const { values } = parseArgs({
  options: {
    ms: { type: 'string', default: '1000' }, // 0: no time limit
    nodes: { type: 'string', default: '200000' },
    core: { type: 'string' },
  },
});
/** A win may take this many own moves more than the quickest one. */
const SLOWER = 2;
const PROOF_BUDGET = 5_000_000;
const core = openCore(values.core);
const search = followerOf(core);
const tactics = readTactics();
const kinds = [...new Set(tactics.map(kindOf))].sort();
const rows = [
  ['', 'positions', `in ${values.ms} ms`, 'quickest', 'announced', `in ${values.nodes} nodes`, 'quickest', 'announced'],
];
const timed = tactics.map((tactic) => solve(tactic, { timeMs: Number(values.ms) }));
const counted = tactics.map((tactic) => solve(tactic, { nodes: Number(values.nodes) }));
for (const kind of kinds) {
  const of = <T>(all: readonly T[]): readonly T[] => all.filter((_, i) => kindOf(tactics[i]) === kind);
  rows.push([kind, String(of(tactics).length), ...cells(of(timed)), ...cells(of(counted))]);
}
rows.push(['all', String(tactics.length), ...cells(timed), ...cells(counted)]);
console.log(table(rows));
const solved = (all: readonly Solved[]): number => all.filter((one) => one.wins).length;
console.log(`\nin ${values.ms} ms: ${percentInterval(wilson(solved(timed), tactics.length))}`);
console.log(`in ${values.nodes} nodes: ${percentInterval(wilson(solved(counted), tactics.length))}`);
for (const [i, tactic] of tactics.entries()) {
  const one = timed[i];
  if (one?.wins) continue;
  const right = tactic.solutions.map((move) => moveName(tactic.position.size, move)).join(' ');
  console.log(`line ${i + 1}: played ${one?.played}, not ${right}: ${formatPosition(tactic.position)}`);
}

/** Whether the prover finds a forced win within so many own moves after this move; false if the proof is too hard. */
function winsAfter(position: Position, move: Move, ownMoves: number): boolean {
  const board = new Board(position);
  const side = board.turn;
  const plies = Math.min(pliesOf(board, ownMoves), 15);
  board.make(board.fromMove(move));
  try {
    return proverOf(board, PROOF_BUDGET).wins(side, plies - 1);
  } catch (error) {
    if (error instanceof TooHard) return false;
    throw error;
  }
}

interface Solved {
  readonly right: boolean;
  readonly wins: boolean;
  /** Whether the engine's own score announces the win. */
  readonly proved: boolean;
  readonly played: string;
}

function solve({ task, ownMoves, position, solutions }: Tactic, limits: Limits): Solved {
  core.clearTable();
  const { move, score } = search(startHistory(position), limits);
  const right = solutions.some(({ from, to }) => from === move.from && to === move.to);
  return {
    right,
    wins: right || (task === 'win' && winsAfter(position, move, ownMoves + SLOWER)),
    proved: task === 'hold' || score > PROVED,
    played: moveName(position.size, move),
  };
}

function kindOf(tactic: Tactic | undefined): string {
  if (!tactic) return '';
  const { task, ownMoves, theme, position } = tactic;
  return `${task} ${theme}, ${ownMoves} moves${position.seats.length > 2 ? ', 3 and 4 seats' : ''}`;
}

function cells(of: readonly Solved[]): readonly string[] {
  return [of.filter((one) => one.wins), of.filter((one) => one.right), of.filter((one) => one.proved)].map(
    ({ length }) => String(length),
  );
}

/**
 * Finds wins in four and five moves for two seats that begin with a quiet move or the capture of an own piece: plays
 * careless games of the engine and proves positions from the end backwards by exhaustive search. The engine does not
 * choose among them, so that they may be too hard for it. Prints lines of the file.
 *
 * node bench/engine/tactics/find-long.ts --seed 1 --minutes 5 > found.txt
 */
import { parseArgs } from 'node:util';
import {
  formatPosition,
  type History,
  historyOutcome,
  legalMoves,
  pieces,
  playOn,
  SETUP_NAMES,
  SETUPS,
  startHistory,
  startPosition,
} from '@terrace/rules';
import { EVERY_RULES } from '../../../packages/rules/src/testing/games.ts';
import { seededIntegers } from '../../../packages/rules/src/testing/random.ts';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { Board } from '../board.ts';
import { followerOf, openCore } from '../core.ts';
import { formatTactic, rulesCode, type Theme } from './positions.ts';
import { type Prover, pliesOf, proverOf, TooHard, winningMoves } from './prover.ts';

printHelpIfAsked(
  'node bench/engine/tactics/find-long.ts [--seed 1] [--minutes 5]: prints proved wins in four and five.',
);

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '5' },
  },
});
const random = seededIntegers(Number(values.seed));
const until = performance.now() + Number(values.minutes) * 60_000;

const FEWEST_PIECES = 7;
const SHORTEST = 4;
const LONGEST = 5;
const MOST_SOLUTIONS = 2;
/** Moves that a proof may make. */
const BUDGET = 6_000_000;
const OF_ONE_KIND = 16;
const setups = SETUP_NAMES.filter((name) => SETUPS[name].players === 2);
const search = followerOf(openCore());
const counts = new Map<string, number>();

while (performance.now() < until) {
  const setup = setups[random() % setups.length] ?? 'long';
  const rules = EVERY_RULES[random() % 2 ? 0 : random() % EVERY_RULES.length];
  if (rules) findIn(playCarelessly(startHistory(startPosition(setup, rules))));
}

/** @returns the last position of a game with a win, in which one move in six is random; undefined after a draw */
function playCarelessly(start: History): History | undefined {
  for (let history = start; ; ) {
    const end = historyOutcome(history);
    if (end) return end.kind === 'win' ? history : undefined;
    const moves = legalMoves(history.position);
    const any = moves[random() % moves.length];
    const isRandom = history.position.ply < 8 || random() % 6 === 0;
    const move = isRandom ? any : search(history, { nodes: 200 }).move;
    const played = move && playOn(history, move);
    if (!played?.ok) throw new Error('a legal move was refused');
    history = played.value;
  }
}

/** Goes back over the winner's turns while they are won in a few moves, and prints the first tactic. */
function findIn(last: History | undefined): void {
  for (let at = last?.parent; at; at = at.parent?.parent) {
    try {
      const { position } = at;
      const board = new Board(position);
      const prover = proverOf(board, BUDGET);
      const ownMoves = quickestWin(board, prover);
      if (ownMoves === undefined) return;
      if (ownMoves < SHORTEST || pieces(position).length < FEWEST_PIECES) continue;
      const solutions = winningMoves(board, prover, ownMoves);
      const theme = themeOf(board, solutions);
      if (theme === undefined || solutions.length > MOST_SOLUTIONS) continue;
      const kind = `${ownMoves} ${theme} ${position.size} ${rulesCode(position.rules)}`;
      const count = counts.get(kind) ?? 0;
      if (count >= OF_ONE_KIND) continue;
      counts.set(kind, count + 1);
      const moves = solutions.map((move) => board.toMove(move));
      console.log(formatTactic({ task: 'win', ownMoves, theme, position, solutions: moves }, formatPosition(position)));
      return; // the next ones of this game would be much alike
    } catch (error) {
      if (!(error instanceof TooHard)) throw error;
      return;
    }
  }
}

/** The fewest own moves of a forced win; undefined if it takes more than `LONGEST`. */
function quickestWin(board: Board, prover: Prover): number | undefined {
  for (let ownMoves = 1; ownMoves <= LONGEST; ownMoves++) {
    if (prover.wins(board.turn, pliesOf(board, ownMoves))) return ownMoves;
  }
  return undefined;
}

function themeOf(board: Board, solutions: readonly number[]): Theme | undefined {
  if (solutions.every((move) => board.victim(move) === board.turn)) return 'own-capture';
  return solutions.every((move) => board.isQuiet(move)) ? 'quiet' : undefined;
}

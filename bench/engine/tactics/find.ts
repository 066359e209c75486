/**
 * Finds tactics: plays careless games with every setup and rule set, goes back from each end, and keeps proved
 * positions with few solutions. Prints lines of the file. Stops when every kind is complete or the time is over.
 *
 * node bench/engine/tactics/find.ts --seed 1 --minutes 5 --theme own-capture --seats 4 > found.txt
 */
import { parseArgs } from 'node:util';
import {
  type BoardSize,
  checkPosition,
  fileOf,
  formatPosition,
  goalSquare,
  type Piece,
  type Position,
  pieces,
  rankOf,
  SETUP_NAMES,
  SETUPS,
  type SetupName,
  type Square,
  STANDARD_RULES,
  squares,
  startPosition,
} from '@terrace/rules';
import { EVERY_RULES } from '../../../packages/rules/src/testing/games.ts';
import { seededIntegers } from '../../../packages/rules/src/testing/random.ts';
import { printHelpIfAsked } from '../../../tools/help.ts';
import { allMoves, Board, ONGOING } from '../board.ts';
import { formatTactic, rulesCode, type Tactic, type Theme } from './positions.ts';
import { holdingMoves, type Prover, pliesOf, proverOf, TooHard, winningMoves } from './prover.ts';

printHelpIfAsked(
  'node bench/engine/tactics/find.ts [--seed 1] [--minutes 5] [--theme own-capture] [--seats 4]: prints proved tactics.',
);

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string' },
    theme: { type: 'string' },
    seats: { type: 'string' },
  },
});
const random = seededIntegers(Number(values.seed ?? 1));
const until = performance.now() + Number(values.minutes ?? 5) * 60_000;
const BUDGET = values.theme ? 400_000 : 4_000_000; // moves per proof
const setups = SETUP_NAMES.filter((name) => !values.seats || SETUPS[name].players === Number(values.seats));

/** The maximum per kind (task, own moves, theme, seats), and within it per setup and rules. */
const wanted = (ownMoves: number): number => (ownMoves === 1 ? 6 : 14);
const OF_ONE_SETUP = 2;
const FEWEST_PIECES = 7; // endings with fewer pieces are too easy
const counts = new Map<string, number>();

while (performance.now() < until) {
  const setup = setups[random() % setups.length] ?? 'long';
  if (SETUPS[setup].players === 2)
    for (let i = 0; i < (values.theme ? 200 : 4); i++) search('composed', [compose(random() % 3 ? 8 : 6)]);
  // Half of the games use the standard rules, which are the most common.
  const rules = EVERY_RULES[random() % 2 ? 0 : random() % EVERY_RULES.length];
  search(setup, playCarelessly(new Board(startPosition(setup, rules))));
}

/**
 * A game of random moves that takes wins in one and mostly avoids giving one away.
 *
 * @returns its positions, last first
 */
function playCarelessly(board: Board): readonly Position[] {
  const positions: Position[] = [];
  while (board.result === ONGOING && positions.length < 300) {
    const moves = allMoves(board);
    if (moves.length === 0) return [];
    positions.push(board.toPosition());
    board.make(pick(board, moves));
  }
  return board.result === ONGOING ? [] : positions.reverse();
}

function compose(size: BoardSize): Position {
  const all = squares(size);
  const rules = EVERY_RULES[random() % 2 ? 0 : random() % EVERY_RULES.length] ?? STANDARD_RULES;
  for (;;) {
    const placed = new Map<Square, Piece>();
    const stand = (piece: Piece, where: readonly Square[] = all): void => {
      const square = where[random() % where.length];
      if (square !== undefined) placed.set(square, piece);
    };
    const largest = size === 8 ? 4 : 3;
    for (const side of ['south', 'north'] as const) {
      const count = 3 + (random() % 5);
      for (let i = 0; i < count; i++) {
        const size = [1, 2, 3, 4] as const;
        stand({ side, size: size[random() % largest] ?? 1, t: false });
      }
    }
    const turn = random() % 2 ? 'south' : 'north';
    for (const side of ['south', 'north'] as const) {
      const near = squaresNear(size, goalSquare(size, side));
      // A T steps down diagonally only over own pieces, so pieces of its size near its goal lead to own captures.
      if (side === turn) for (let i = 0; i < 2; i++) stand({ side, size: 1, t: false }, near);
      stand({ side, size: 1, t: true }, side === turn ? near : all);
    }
    const setup = { size, rules, seats: ['south', 'north'], out: [], turn, pieces: placed, quiet: 0, ply: 1 } as const;
    const checked = checkPosition(setup);
    if (checked.ok) return checked.value;
  }
}

function squaresNear(size: BoardSize, goal: Square): readonly Square[] {
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 3;
  return squares(size).filter(
    (square) =>
      square !== goal &&
      isNear(fileOf(size, square), fileOf(size, goal)) &&
      isNear(rankOf(size, square), rankOf(size, goal)),
  );
}

function pick(board: Board, moves: readonly number[]): number {
  const any = (): number => moves[random() % moves.length] ?? 0;
  const me = board.turn;
  if (board.canWinNow()) {
    for (const move of moves) {
      board.make(move);
      const { result } = board;
      board.unmake(move);
      if (result === me) return move;
    }
  }
  for (let tries = 0; tries < 12; tries++) {
    const move = any();
    board.make(move);
    const { result } = board;
    const bad = result === ONGOING ? board.canWinNow() : result !== me;
    board.unmake(move);
    if (!bad || random() % 20 === 0) return move;
  }
  return any();
}

function search(setup: SetupName | 'composed', positions: readonly Position[]): void {
  let kept = 0;
  for (const position of positions.slice(0, 24)) {
    if (kept === 2 || performance.now() > until) return;
    try {
      const tactic = prove(position);
      if (tactic && isWanted(tactic, setup)) {
        console.log(formatTactic(tactic, formatPosition(position)));
        kept++;
      }
    } catch (error) {
      if (!(error instanceof TooHard)) throw error;
      return; // positions further from the end are even harder
    }
  }
}

function prove(position: Position): Tactic | undefined {
  if (pieces(position).length < FEWEST_PIECES) return undefined;
  const board = new Board(position);
  const me = board.turn;
  const all = allMoves(board).length;
  if (all < 4) return undefined;
  if (values.theme === 'own-capture' && !allMoves(board).some((move) => board.victim(move) === me)) return undefined;
  const prover = proverOf(board, BUDGET);
  const most = position.seats.length > 2 ? 2 : values.theme ? 3 : 4;
  for (let ownMoves = 1; ownMoves <= most; ownMoves++) {
    if (!prover.wins(me, pliesOf(board, ownMoves))) continue;
    const solutions = winningMoves(board, prover, ownMoves);
    if (solutions.length > 2) return undefined;
    const own = solutions.every((move) => board.victim(move) === me);
    const theme = own ? 'own-capture' : ending(board, prover, me, pliesOf(board, ownMoves));
    return { task: 'win', ownMoves, theme, position, solutions: solutions.map((move) => board.toMove(move)) };
  }
  for (let theirMoves = 1; theirMoves <= Math.min(most, 3); theirMoves++) {
    const solutions = holdingMoves(board, prover, theirMoves);
    if (solutions.length === 0) return undefined;
    if (solutions.length > 2) continue;
    // Must also hold one move longer than the proved loss.
    const lasting = holdingMoves(board, prover, theirMoves + 1);
    if (lasting.length < solutions.length) return undefined;
    const moves = solutions.map((move) => board.toMove(move));
    const own = solutions.every((move) => board.victim(move) === me);
    return { task: 'hold', ownMoves: theirMoves, theme: own ? 'own-capture' : 'defence', position, solutions: moves };
  }
  return undefined;
}

/** How a proved win ends against the longest defence. */
function ending(board: Board, prover: Prover, side: number, plies: number): Theme {
  const moves = allMoves(board);
  const inPlies = (move: number, left: number): boolean => {
    board.make(move);
    const won = prover.wins(side, left);
    board.unmake(move);
    return won;
  };
  const playing = board.turn === side;
  const quick = (move: number): number => {
    for (let left = 0; left < plies; left++) if (inPlies(move, left)) return left;
    return plies;
  };
  const chosen = moves
    .map((move) => ({ move, left: quick(move) }))
    .sort((a, b) => (playing ? a.left - b.left : b.left - a.left))[0];
  if (!chosen) throw new Error('a win has moves');
  const victim = board.victim(chosen.move);
  board.make(chosen.move);
  const theme =
    board.result === side
      ? victim >= 0 && board.toPosition().out.length > 0
        ? 'capture'
        : 'arrival'
      : ending(board, prover, side, chosen.left);
  board.unmake(chosen.move);
  return theme;
}

function isWanted({ task, ownMoves, theme, position }: Tactic, setup: string): boolean {
  if (values.theme && theme !== values.theme) return false;
  const kind = `${task} ${ownMoves} ${theme} ${position.seats.length}`;
  const here = `${kind} ${setup} ${rulesCode(position.rules)}`;
  const [ofKind, ofSetup] = [counts.get(kind) ?? 0, counts.get(here) ?? 0];
  if (ofKind >= wanted(ownMoves) || ofSetup >= OF_ONE_SETUP) return false;
  counts.set(kind, ofKind + 1).set(here, ofSetup + 1);
  return true;
}

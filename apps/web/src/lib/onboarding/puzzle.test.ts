import {
  historyOutcome,
  isLegal,
  legalMoves,
  type Move,
  type Position,
  play,
  squareName,
  startHistory,
} from '@terrace/rules';
import { expect, test } from 'vitest';
import { moveIn, positionIn } from '#lib/learn/exercise.ts';
import { PUZZLE, wrongMoveReason } from './puzzle.ts';

const { steps } = PUZZLE.task;
const start = positionIn(PUZZLE);

function after(position: Position, move: Move): Position {
  const played = play(position, move);
  if (!played.ok) throw new Error(`illegal: ${played.error.code}`);
  return played.value;
}

const end = (position: Position) => historyOutcome(startHistory(position));
const southWins = (position: Position) => {
  const outcome = end(position);
  return outcome?.kind === 'win' && outcome.winner === 'south';
};

/** South's first moves that force a win by its `own`th move. */
const winning = (position: Position, own: number): readonly Move[] =>
  legalMoves(position).filter((move) => wins(after(position, move), own - 1));

function wins(position: Position, own: number): boolean {
  if (end(position) !== undefined) return southWins(position);
  if (own === 0) return false;
  return legalMoves(position).every((reply) => {
    const next = after(position, reply);
    if (end(next) !== undefined) return southWins(next);
    return legalMoves(next).some((move) => wins(after(next, move), own - 1));
  });
}

const names = (moves: readonly Move[]) => moves.map(({ from, to }) => `${squareName(8, from)}-${squareName(8, to)}`);

test('only one first move forces a win, in exactly three moves', () => {
  expect(names(winning(start, 2))).toEqual([]);
  expect(names(winning(start, 3))).toEqual([steps[0]?.solution]);
});

test('the solution and its replies are legal, and the third move brings the T home', () => {
  let position = start;
  for (const [n, step] of steps.entries()) {
    expect(end(position)).toBeUndefined();
    const move = moveIn(position, step.solution);
    expect(step.accepts(position, move)).toBe(true);
    expect(isLegal(position, move)).toBe(true);
    position = after(position, move);
    if (step.reply !== undefined) position = after(position, moveIn(position, step.reply));
    else expect(n).toBe(2);
  }
  expect(end(position)).toMatchObject({ kind: 'win', winner: 'south', by: 'arrival' });
});

test('North wins with its third move if South does nothing', () => {
  let position = start;
  for (const move of ['g1-f1', 'c3-c1', 'f1-g1', 'c1-b1', 'g1-f1', 'b1-a1'] as const) {
    expect(end(position)).toBeUndefined();
    position = after(position, moveIn(position, move));
  }
  expect(end(position)).toMatchObject({ kind: 'win', winner: 'north' });
});

test.each([
  ['f6-f8', 'blocked'],
  ['e3-e4', 'slow'],
  ['f6-e5', 'long'],
] as const)('a wrong first move gets a reason: %s is %s', (text, why) => {
  const move = moveIn(start, text);
  expect(isLegal(start, move)).toBe(true);
  expect(wrongMoveReason(start, move)).toBe(why);
});

test('stepping below the C is a wrong second move', () => {
  const position = after(after(start, moveIn(start, 'f6-g7')), moveIn(start, 'c3-c1'));
  expect(wrongMoveReason(position, moveIn(position, 'g7-h7'))).toBe('taken');
});

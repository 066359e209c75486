import { legalMoves, moveKind, outcome, pieceAt, play, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { Board } from '../board.ts';
import { faultOf } from './check.ts';
import { readTactics } from './positions.ts';
import { proverOf, winningMoves } from './prover.ts';

const tactics = readTactics();

test('there are at least 400 positions, of every kind', () => {
  expect(tactics.length).toBeGreaterThanOrEqual(400);
  const kinds = new Set(tactics.flatMap(({ task, ownMoves, theme }) => [`${task} ${ownMoves}`, theme]));
  for (const kind of [
    'win 1',
    'win 2',
    'win 3',
    'win 4',
    'win 5',
    'hold 1',
    'arrival',
    'capture',
    'own-capture',
    'quiet',
    'defence',
  ]) {
    expect(kinds, kind).toContain(kind);
  }
  expect(tactics.some(({ position }) => position.size === 6)).toBe(true);
  expect(tactics.some(({ position }) => position.rules.capture === 'rank')).toBe(true);
  expect(new Set(tactics.map(({ position }) => position.seats.length))).toEqual(new Set([2, 3, 4]));
});

test('exhaustive search confirms every seventh position, and of long wins every fiftieth', () => {
  for (const [index, tactic] of tactics.entries()) {
    const step = tactic.ownMoves > 3 ? 50 : 7;
    if (index % step === 0) expect(faultOf(tactic).fault, `line ${index + 1}`).toBeUndefined();
  }
}, 60_000);

test('a solution of a win in one wins by the rules', () => {
  for (const { task, ownMoves, position, solutions } of tactics.filter((each) => each.ownMoves === 1)) {
    if (task !== 'win' || ownMoves !== 1) continue;
    const winning = legalMoves(position).filter((move) => {
      const after = play(position, move);
      const end = after.ok ? outcome(after.value) : undefined;
      return end?.kind === 'win' && end.winner === position.turn;
    });
    expect(winning).toEqual(expect.arrayContaining([...solutions]));
    expect(winning).toHaveLength(solutions.length);
  }
});

test('every solution of an own-capture position captures an own piece', () => {
  for (const { theme, position, solutions } of tactics) {
    if (theme !== 'own-capture') continue;
    for (const move of solutions) {
      expect(moveKind(position, move)).toBe('capture');
      expect(pieceAt(position, move.to)?.side).toBe(position.turn);
    }
  }
});

test('no side has a forced win at the start', () => {
  const board = new Board(startPosition('long'));
  expect(winningMoves(board, proverOf(board), 3)).toEqual([]);
});

test('every solution of a quiet position captures nothing and threatens no win in one', () => {
  for (const { theme, position, solutions } of tactics) {
    if (theme !== 'quiet') continue;
    const board = new Board(position);
    for (const move of solutions) expect(board.isQuiet(board.fromMove(move))).toBe(true);
  }
});

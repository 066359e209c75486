import { type History, parseSquare, playOn, startHistory, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { playedMoves, rounds } from './moves.ts';

function after(...moves: readonly (readonly [string, string])[]): History {
  return moves.reduce(
    (history, [from, to]) => {
      const [a, b] = [parseSquare(8, from), parseSquare(8, to)];
      const next = a !== undefined && b !== undefined ? playOn(history, { from: a, to: b }) : undefined;
      if (!next?.ok) throw new Error(`${from}-${to} is not legal`);
      return next.value;
    },
    startHistory(startPosition('long')),
  );
}

test('a move is listed with its letter, its kind and the way it took', () => {
  const [first] = playedMoves(after(['d2', 'd4']));
  expect(first).toMatchObject({
    ply: 1,
    moment: 1,
    side: 'south',
    letter: 'c',
    kind: 'level',
    fromName: 'd2',
    toName: 'd4',
  });
  expect(first?.way).toHaveLength(3);
});

test('moves stand in lines with one column a seat', () => {
  const moves = playedMoves(after(['d2', 'd4'], ['e7', 'e5'], ['c2', 'c3']));
  const lines = rounds(moves, ['south', 'north']);
  expect(lines.map(({ number, moves: line }) => [number, ...line.map((move) => move?.fromName)])).toEqual([
    [1, 'd2', 'e7'],
    [2, 'c2', undefined],
  ]);
});

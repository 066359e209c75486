import type { MadeMove } from '@terrace/game';
import { type History, momentsOf, removeFrom, startHistory, startPosition } from '@terrace/rules';
import { played, positionFromText } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { capturedBy, isKept, playedMoves, rounds, stepsOf } from './played-moves.ts';

const start = startHistory(startPosition('long'));
const made = (history: History, undone = false): MadeMove[] =>
  momentsOf(history)
    .slice(1)
    .map((after) => ({ after, undone }));

test('a move is listed with its letter, kind and path', () => {
  const history = played(['d2-d4'], start);
  const [first] = playedMoves(made(history), history);
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

test('a resignation that ends the game adds no step', () => {
  const history = played(['d2-d4', 'e7-e5'], start);
  const over = removeFrom(history, 'south');
  expect(stepsOf(history)).toHaveLength(3);
  expect(stepsOf(over)).toEqual([start, history.parent, over]);
  expect(playedMoves(made(history), over).map(({ moment }) => moment)).toEqual([1, 2]);
});

test('a player who leaves a four-player game removes the pieces, which adds a step', () => {
  const four = startHistory(startPosition('four'));
  expect(stepsOf(removeFrom(four, 'west'))).toHaveLength(2);
});

test('a move that threatens a T is marked with the call (R18)', () => {
  const history = played(['c4-c5', 'd4-e3'], positionFromText('8/8/8/8/2cT4/8/8/t7 s sn 0 1'));
  const [first, second] = playedMoves(made(history), history);
  expect(first?.call).toEqual({ terrace: ['north'], mate: false });
  expect(second?.call).toBeUndefined();
});

test('moves are in rows with one column per seat', () => {
  const history = played(['d2-d4', 'e7-e5', 'c2-c3'], start);
  const lines = rounds(playedMoves(made(history), history), ['south', 'north']);
  expect(lines.map(({ number, moves: line }) => [number, ...line.map((move) => move?.fromName)])).toEqual([
    [1, 'd2', 'e7'],
    [3, 'c2', undefined],
  ]);
});

test('moves taken back stay in the list as undone, and the current line continues with the same numbers', () => {
  const first = played(['d2-d4'], start);
  const left = played(['e7-e5', 'c2-c3'], first);
  const now = played(['d7-d5'], first);
  const undone = made(left, true).slice(1);
  const moves = playedMoves([...made(first), ...undone, ...made(now).slice(1)], now);
  expect(moves.map((move) => [move.fromName, move.moment])).toEqual([
    ['d2', 1],
    ['e7', undefined],
    ['c2', undefined],
    ['d7', 2],
  ]);
  expect(moves.filter(isKept)).toHaveLength(2);
  const lines = rounds(moves, ['south', 'north']);
  expect(lines.map(({ number, moves: line }) => [number, ...line.map((move) => move?.fromName)])).toEqual([
    [1, 'd2', 'e7'],
    [3, 'c2', undefined],
    [2, undefined, 'd7'],
  ]);
  expect(capturedBy('south', moves)).toEqual([]);
});

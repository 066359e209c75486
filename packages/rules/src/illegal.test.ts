import { expect, test } from 'vitest';
import { explainIllegal } from './illegal.ts';
import { startPosition } from './named-setups.ts';
import type { Position } from './position.ts';
import { at, setUp } from './testing/boards.ts';

const why = (position: Position, from: string, to: string): unknown =>
  explainIllegal(position, at(from, position.size), at(to, position.size));

const piece = (side: string, size: number, t = false) => ({ side, size, t });

const board = setUp('south', {
  a1: 'south T',
  d1: 'south B',
  c3: 'south B',
  a2: 'south D',
  b4: 'north C',
  b3: 'north D',
  d5: 'south D',
  h7: 'north T',
});

test('a legal move has no explanation', () => {
  expect(why(board, 'd1', 'c4')).toBeUndefined();
});

test("R6: an opponent's piece blocks the terrace, and is named", () => {
  expect(why(board, 'd1', 'a4')).toEqual({ code: 'blocked', by: piece('north', 3), on: 'b4' });
});

test('R6, sliding not-larger: a larger own piece blocks the terrace', () => {
  const position = setUp(
    'south',
    { a4: 'south A', b4: 'south B', h7: 'north T' },
    { rules: { sliding: 'not-larger' } },
  );
  expect(why(position, 'a4', 'c4')).toEqual({ code: 'blocked', by: piece('south', 2), on: 'b4' });
});

test('R6, R7, R8: a piece on the target square blocks a move that cannot capture', () => {
  expect(why(board, 'd1', 'b4')).toEqual({ code: 'occupied', by: piece('north', 3), on: 'b4', way: 'level' });
  expect(why(board, 'a2', 'b3')).toEqual({ code: 'occupied', by: piece('north', 4), on: 'b3', way: 'up' });
  expect(why(board, 'a2', 'a1')).toEqual({ code: 'occupied', by: piece('south', 1, true), on: 'a1', way: 'down' });
});

test('R3: moves cannot cross the centre on one level, and other terraces of a level are unreachable', () => {
  expect(why(board, 'd1', 'e5')).toEqual({ code: 'across-the-centre' });
  expect(why(board, 'd5', 'e4')).toEqual({ code: 'across-the-centre' });
  expect(why(board, 'c3', 'h6')).toEqual({ code: 'off-terrace' });
});

test('R7, R8: a step goes one level and one square', () => {
  expect(why(board, 'd1', 'f2')).toEqual({ code: 'two-levels', levels: 2 });
  expect(why(board, 'd1', 'e4')).toEqual({ code: 'not-adjacent', way: 'up' });
  expect(why(board, 'd1', 'a3')).toEqual({ code: 'not-adjacent', way: 'down' });
});

test('R8: downward diagonal moves must capture', () => {
  expect(why(board, 'c3', 'b2')).toEqual({ code: 'down-diagonal-only-captures' });
});

test('R9: a larger piece cannot be captured', () => {
  const position = setUp('north', { b4: 'north C', a3: 'south D', h7: 'north T', a1: 'south T' });
  expect(why(position, 'b4', 'a3')).toEqual({ code: 'larger-than-you', by: piece('south', 4), on: 'a3' });
});

test('R10: straight up only a smaller piece can be captured, and on the terrace only one that is not larger', () => {
  const position = setUp(
    'south',
    { b2: 'south C', b3: 'north C', a2: 'north D', h7: 'north T' },
    { rules: { capture: 'rank' } },
  );
  expect(why(position, 'b2', 'b3')).toEqual({ code: 'not-smaller-than-you', by: piece('north', 3), on: 'b3' });
  expect(why(position, 'b2', 'a2')).toEqual({ code: 'larger-than-you', by: piece('north', 4), on: 'a2' });
});

test('a move must start with a piece of the side to move', () => {
  expect(why(board, 'e5', 'e6')).toEqual({ code: 'empty-square', on: 'e5' });
  expect(why(board, 'b4', 'b3')).toEqual({ code: 'wrong-side', owner: 'north', on: 'b4', turn: 'south' });
  expect(why(board, 'd1', 'd1')).toEqual({ code: 'same-square', on: 'd1' });
});

test('squares of the large board are off the small one', () => {
  expect(explainIllegal(startPosition('short6'), at('h8'), at('a1'))).toEqual({ code: 'off-board' });
});

test('no move is legal after the end of the game', () => {
  const over = setUp('north', { h8: 'south T', h7: 'north T' });
  expect(why(over, 'h7', 'g7')).toEqual({ code: 'game-over' });
});

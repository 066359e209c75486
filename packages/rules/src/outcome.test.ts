import { expect, test } from 'vitest';
import { historyOutcome, playOn, startHistory } from './history.ts';
import { isLegal, legalMoves, type Move } from './legal.ts';
import { startPosition } from './named-setups.ts';
import { outcome } from './outcome.ts';
import { perft, play, removeSide } from './play.ts';
import { type Position, sidesIn } from './position.ts';
import { moveOf, piecesBySquare, setUp } from './testing/boards.ts';

function after(position: Position, ...moves: readonly Move[]): Position {
  return moves.reduce((here, move) => {
    const played = play(here, move);
    if (!played.ok) throw new Error(played.error.code);
    return played.value;
  }, position);
}

test('R13: a T that reaches its goal square wins at once', () => {
  const position = after(setUp('south', { g8: 'south T', c3: 'north T' }), moveOf('g8', 'h8'));
  expect(outcome(position)).toEqual({ kind: 'win', winner: 'south', by: 'arrival' });
  expect(legalMoves(position)).toEqual([]);
});

test('R13: a T may arrive by capturing, even another T, and the board stays', () => {
  const board = { g7: 'south T', h8: 'north T', c3: 'east T', d5: 'north D' };
  const position = after(setUp('south', board), moveOf('g7', 'h8'));
  expect(outcome(position)).toEqual({ kind: 'win', winner: 'south', by: 'arrival' });
  expect(position.out).toEqual(['north']);
  expect(piecesBySquare(position)).toHaveProperty('d5');
});

test('R13: no other piece wins on a goal, nor a T on the goal of another side', () => {
  expect(
    outcome(after(setUp('south', { g8: 'south A', a1: 'south T', c3: 'north T' }), moveOf('g8', 'h8'))),
  ).toBeUndefined();
  expect(outcome(after(setUp('south', { b1: 'south T', c3: 'north T' }), moveOf('b1', 'a1')))).toBeUndefined();
});

test('R14: with two seats the other side wins when a T is captured, by either side', () => {
  const board = { c3: 'south C', b2: 'north T', a1: 'south T', d5: 'north D' };
  const taken = after(setUp('south', board), moveOf('c3', 'b2'));
  expect(outcome(taken)).toEqual({ kind: 'win', winner: 'south', by: 'last-in' });
  expect(piecesBySquare(taken)).toHaveProperty('d5');
  const own = after(setUp('south', { b2: 'south C', a1: 'south T', h7: 'north T' }), moveOf('b2', 'a1'));
  expect(outcome(own)).toEqual({ kind: 'win', winner: 'north', by: 'last-in' });
});

test('R14: with three seats the others play on, and the pieces of the eliminated side leave the board', () => {
  const board = { c3: 'south C', b2: 'north T', d6: 'north D', a2: 'south T', g6: 'east T' };
  const position = after(setUp('south', board), moveOf('c3', 'b2'));
  expect(outcome(position)).toBeUndefined();
  expect(sidesIn(position)).toEqual(['south', 'east']);
  expect(Object.keys(piecesBySquare(position))).toEqual(['a2', 'b2', 'g6']);
  expect(position.turn).toBe('east');
});

test('R14: the capturing piece leaves too if the T was its own', () => {
  const board = { b2: 'south C', a1: 'south T', d6: 'north T', g6: 'east T' };
  const position = after(setUp('south', board), moveOf('b2', 'a1'));
  expect(Object.keys(piecesBySquare(position))).toEqual(['d6', 'g6']);
  expect(position.turn).toBe('north');
});

test('R14: the last side in play wins', () => {
  const four = startPosition('four');
  const last = removeSide(removeSide(removeSide(four, 'west'), 'south'), 'east');
  expect(outcome(last)).toEqual({ kind: 'win', winner: 'north', by: 'last-in' });
});

test('R15: leaving on the own turn passes the turn clockwise, and otherwise does not change it', () => {
  const four = startPosition('four');
  expect(removeSide(four, 'south').turn).toBe('west');
  expect(removeSide(four, 'west').turn).toBe('south');
  expect(removeSide(removeSide(four, 'west'), 'south').turn).toBe('north');
});

test('R15: if leaving ends the game, the board stays', () => {
  const two = startPosition('long');
  const left = removeSide(two, 'south');
  expect(outcome(left)).toEqual({ kind: 'win', winner: 'north', by: 'last-in' });
  expect(piecesBySquare(left)).toEqual(piecesBySquare(two));
});

test('R15: leaving has no effect on an eliminated side or a decided game', () => {
  const left = removeSide(startPosition('long'), 'south');
  expect(removeSide(left, 'north')).toBe(left);
  const three = removeSide(startPosition('three'), 'east');
  expect(removeSide(three, 'east')).toBe(three);
  expect(removeSide(three, 'west')).toBe(three);
});

test('R16: a side to move without a legal move draws', () => {
  const stuck = { a1: 'south T', a2: 'north D', b1: 'north D', b2: 'north D', h7: 'north T' };
  expect(outcome(setUp('south', stuck))).toEqual({ kind: 'draw', by: 'no-move' });
  expect(outcome(setUp('north', stuck))).toBeUndefined();
});

test('R16: a hundred quiet plies per seat draw', () => {
  const board = { a1: 'south T', h7: 'north T' };
  expect(outcome(setUp('south', board, { quiet: 199 }))).toBeUndefined();
  const ended = after(setUp('south', board, { quiet: 199 }), moveOf('a1', 'a2'));
  expect(outcome(ended)).toEqual({ kind: 'draw', by: 'quiet' });
  expect(legalMoves(ended)).toEqual([]);
  expect(isLegal(ended, moveOf('h7', 'h6'))).toBe(false);
  expect(play(ended, moveOf('h7', 'h6')).ok).toBe(false);
  expect(perft(ended, 1)).toBe(0);
  const three = { ...board, c6: 'east T' };
  expect(outcome(setUp('south', three, { quiet: 200 }))).toBeUndefined();
  expect(outcome(setUp('south', three, { quiet: 300 }))).toEqual({ kind: 'draw', by: 'quiet' });
});

test('R16: a capture and an elimination reset the quiet plies', () => {
  const board = { c3: 'south C', b2: 'north B', a1: 'south T', h7: 'north T' };
  expect(after(setUp('south', board, { quiet: 50 }), moveOf('c3', 'b2')).quiet).toBe(0);
  expect(removeSide(setUp('south', { ...board, g5: 'east T' }, { quiet: 50 }), 'east').quiet).toBe(0);
});

test('R16: a decision takes precedence over a draw', () => {
  const arriving = setUp('south', { g8: 'south T', c3: 'north T' }, { quiet: 199 });
  expect(outcome(after(arriving, moveOf('g8', 'h8')))).toMatchObject({ kind: 'win', winner: 'south' });
  // The move that captures the T also leaves North without a move.
  const taking = setUp('south', { c3: 'south D', b2: 'north T', h1: 'south T' }, { quiet: 199 });
  expect(outcome(after(taking, moveOf('c3', 'b2')))).toMatchObject({ kind: 'win', by: 'last-in' });
});

test('R16: the third occurrence of a position draws, and the game is over', () => {
  let history = startHistory(setUp('south', { a1: 'south T', h7: 'north T' }));
  const round = [moveOf('a1', 'a2'), moveOf('h7', 'g7'), moveOf('a2', 'a1'), moveOf('g7', 'h7')];
  for (const [number, move] of [...round, ...round].entries()) {
    expect(historyOutcome(history), `before move ${number}`).toBeUndefined();
    const played = playOn(history, move);
    if (!played.ok) throw new Error(played.error.code);
    history = played.value;
  }
  expect(historyOutcome(history)).toEqual({ kind: 'draw', by: 'repetition' });
  expect(outcome(history.position)).toBeUndefined();
  expect(playOn(history, round[0] ?? moveOf('a1', 'a2'))).toEqual({ ok: false, error: { code: 'game-over' } });
});

import { expect, test } from 'vitest';
import { calls, historyCalls } from './calls.ts';
import { playOn, startHistory } from './history.ts';
import { startPosition } from './named-setups.ts';
import { moveOf, setUp } from './testing/boards.ts';

test('R18: a T is in Terrace if an opponent could capture it on this board', () => {
  expect(calls(startPosition('long'))).toEqual({ terrace: [], mate: false });
  const position = setUp('south', { b2: 'south T', c3: 'north D', h7: 'north T' });
  expect(calls(position)).toEqual({ terrace: ['south'], mate: false });
});

test('R18: neither the turn nor own pieces that could capture the T matter', () => {
  expect(calls(setUp('north', { b2: 'south T', c3: 'north D', h7: 'north T' })).terrace).toEqual(['south']);
  expect(calls(setUp('south', { b2: 'south T', c3: 'south D', h7: 'north T' })).terrace).toEqual([]);
});

test('R18, R10: with rank capture a T is in danger from the same terrace, and from straight below by a larger piece', () => {
  const rules = { capture: 'rank' } as const;
  expect(calls(setUp('south', { b3: 'south T', a3: 'north A', h7: 'north T' }, { rules })).terrace).toEqual(['south']);
  expect(calls(setUp('south', { b3: 'south T', b2: 'north B', h7: 'north T' }, { rules })).terrace).toEqual(['south']);
  expect(calls(setUp('south', { b3: 'south T', b2: 'north A', h7: 'north T' }, { rules })).terrace).toEqual([]);
});

/** South's T in its corner; every escape square is occupied or attacked from above. */
const cornered = { a1: 'south T', b2: 'north D', a2: 'south A', b1: 'south A', f7: 'south A', h7: 'north T' };

test('R19: Terrace-mate is Terrace without a move that saves the T', () => {
  const held = {
    ...cornered,
    a3: 'north D',
    b3: 'north D',
    c1: 'north D',
    c2: 'north D',
    c3: 'north D',
    a4: 'north D',
    d1: 'north D',
  };
  expect(calls(setUp('south', held))).toEqual({ terrace: ['south'], mate: true });
});

test('R19: capturing the attacker is an escape', () => {
  const position = setUp('south', { ...cornered, c3: 'south D' });
  expect(calls(position)).toEqual({ terrace: ['south'], mate: false });
});

test('R19: winning at once is an escape, but capturing the own T is not', () => {
  const winning = setUp('south', { g8: 'south T', f8: 'north D', f7: 'north D', g7: 'north D', c1: 'north T' });
  expect(calls(winning).mate).toBe(false);
  const only = setUp('south', { a1: 'south T', a2: 'north D', b1: 'north D', b2: 'south D', h7: 'north T' });
  expect(calls(only).terrace).toEqual([]);
});

test('R18: there are no calls after the end of the game', () => {
  const played = playOn(startHistory(setUp('south', { g8: 'south T', b2: 'north T' })), moveOf('g8', 'h8'));
  if (!played.ok) throw new Error(played.error.code);
  expect(historyCalls(played.value)).toEqual({ terrace: [], mate: false });
});

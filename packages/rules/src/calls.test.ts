import { expect, test } from 'vitest';
import { calls, historyCalls } from './calls.ts';
import { playOn, startHistory } from './history.ts';
import { startPosition } from './named-setups.ts';
import { moveOf, setUp } from './testing/boards.ts';

test('R18: Terrace is a T that an opponent could take as the board stands', () => {
  expect(calls(startPosition('long'))).toEqual({ terrace: [], mate: false });
  const position = setUp('south', { b2: 'south T', c3: 'north D', h7: 'north T' });
  expect(calls(position)).toEqual({ terrace: ['south'], mate: false });
});

test('R18: it does not matter whose turn it is, nor that an own piece could take the T', () => {
  expect(calls(setUp('north', { b2: 'south T', c3: 'north D', h7: 'north T' })).terrace).toEqual(['south']);
  expect(calls(setUp('south', { b2: 'south T', c3: 'south D', h7: 'north T' })).terrace).toEqual([]);
});

test('R18, R10: with rank capture a T is in danger from beside, and from straight below by a larger piece', () => {
  const rules = { capture: 'rank' } as const;
  expect(calls(setUp('south', { b3: 'south T', a3: 'north A', h7: 'north T' }, { rules })).terrace).toEqual(['south']);
  expect(calls(setUp('south', { b3: 'south T', b2: 'north B', h7: 'north T' }, { rules })).terrace).toEqual(['south']);
  expect(calls(setUp('south', { b3: 'south T', b2: 'north A', h7: 'north T' }, { rules })).terrace).toEqual([]);
});

/** South's T in its corner, with every square it could flee to taken or in reach of a piece above. */
const cornered = { a1: 'south T', b2: 'north D', a2: 'south A', b1: 'south A', f7: 'south A', h7: 'north T' };

test('R19: Terrace-mate is Terrace with no move that saves the T', () => {
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

test('R19: taking the attacker is an escape', () => {
  const position = setUp('south', { ...cornered, c3: 'south D' });
  expect(calls(position)).toEqual({ terrace: ['south'], mate: false });
});

test('R19: winning at once is an escape, losing the own T is none', () => {
  const winning = setUp('south', { g8: 'south T', f8: 'north D', f7: 'north D', g7: 'north D', c1: 'north T' });
  expect(calls(winning).mate).toBe(false);
  const only = setUp('south', { a1: 'south T', a2: 'north D', b1: 'north D', b2: 'south D', h7: 'north T' });
  expect(calls(only).terrace).toEqual([]);
});

test('R18: a game that is over is silent', () => {
  const played = playOn(startHistory(setUp('south', { g8: 'south T', b2: 'north T' })), moveOf('g8', 'h8'));
  if (!played.ok) throw new Error(played.error.code);
  expect(historyCalls(played.value)).toEqual({ terrace: [], mate: false });
});

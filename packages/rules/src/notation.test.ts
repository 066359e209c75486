import fc from 'fast-check';
import { expect, test } from 'vitest';
import { legalMoves } from './legal.ts';
import { startPosition } from './named-setups.ts';
import { formatMove, NOTATIONS, parseMove } from './notation.ts';
import { moveOf, setUp } from './testing/boards.ts';
import { playChoices, someStart } from './testing/games.ts';

const long = startPosition('long');
/** White (North) has a 3-piece on c4, and Black (South) a 4-piece on d5. */
const numeric = setUp('south', { d5: 'south D', c4: 'north C', a1: 'south T', h7: 'north T' });

test('R20: a move is written as piece, departure, arrival', () => {
  expect(formatMove(long, moveOf('a2', 'b3'))).toBe('d-a2-b3');
});

test('R20: a capture includes the captured piece', () => {
  const position = setUp('north', { c5: 'north D', b4: 'south C', a1: 'south T', h7: 'north T' });
  expect(formatMove(position, moveOf('c5', 'b4'))).toBe('D-c5-b4:c');
});

test('R20: with three or four seats letters have primes', () => {
  const position = setUp('north', { g8: 'north T', a2: 'south T', g6: 'east T' });
  expect(formatMove(position, moveOf('g8', 'h8'))).toBe("t'-g8-h8");
  expect(parseMove(position, "t'-g8-h8")).toEqual({ ok: true, value: moveOf('g8', 'h8') });
});

test('R20: the letter of the piece, and of the captured piece, may be missing', () => {
  expect(parseMove(long, 'a2-b3')).toEqual({ ok: true, value: moveOf('a2', 'b3') });
  for (const text of ['d-d5-c4:C', 'd-d5-c4', 'd5-c4:C', 'd5-c4']) {
    expect(parseMove(numeric, text)).toEqual({ ok: true, value: moveOf('d5', 'c4') });
  }
});

test('R20: a wrong letter is rejected with the piece that is on the square', () => {
  expect(parseMove(long, 'c-a2-b3')).toEqual({
    ok: false,
    error: { code: 'wrong-letter', said: 'c', on: 'a2', stands: 'd' },
  });
  expect(parseMove(numeric, 'd-d5-c4:B')).toMatchObject({ error: { said: 'B', on: 'c4', stands: 'C' } });
  expect(parseMove(long, 'd-a2-b3:c')).toMatchObject({ error: { said: 'c', on: 'b3', stands: undefined } });
  expect(parseMove(long, 'd-b5-b6')).toMatchObject({ error: { said: 'd', on: 'b5', stands: undefined } });
});

test('a bare capital also names the size of a piece, except of an own piece that would be captured', () => {
  expect(parseMove(long, 'D-a2-b3')).toEqual({ ok: true, value: moveOf('a2', 'b3') });
  expect(parseMove(long, 'C-a2-b3')).toMatchObject({ error: { code: 'wrong-letter', said: 'C', stands: 'd' } });
  expect(parseMove(long, "D'-a2-b3")).toMatchObject({ error: { code: 'wrong-letter' } });
  const north = setUp('north', { c5: 'north D', b4: 'south C', d4: 'north C', a1: 'south T', h7: 'north T' });
  expect(parseMove(north, 'D-c5-b4:C')).toEqual({ ok: true, value: moveOf('c5', 'b4') });
  const own = setUp('south', { b2: 'south B', a1: 'south A', c3: 'south T', h7: 'north T' });
  expect(parseMove(own, 'B-b2-a1:A')).toMatchObject({ error: { code: 'wrong-letter', said: 'A', stands: 'a' } });
  expect(parseMove(own, 'B-b2-a1:a')).toEqual({ ok: true, value: moveOf('b2', 'a1') });
});

test('capital squares mark the notation of Everything2, whose largest size is A', () => {
  expect(formatMove(numeric, moveOf('d5', 'c4'), 'everything2-moves')).toBe('A-D5-C4:B');
  for (const text of ['A-D5-C4:B', 'D5-C4', '5D-4C', 'A-5D-C4']) {
    expect(parseMove(numeric, text)).toEqual({ ok: true, value: moveOf('d5', 'c4') });
  }
  expect(parseMove(numeric, 'D-D5-C4')).toMatchObject({ error: { said: 'D', on: 'D5', stands: 'A' } });
  expect(parseMove(numeric, 'd-D5-C4')).toMatchObject({ error: { code: 'unreadable' } });
  expect(parseMove(numeric, 'T-A1-B2')).toEqual({ ok: true, value: moveOf('a1', 'b2') });
});

test('R21: a move number states the ply, and the move is rejected at any other', () => {
  expect(parseMove(long, 'd-a2-b3#1')).toEqual({ ok: true, value: moveOf('a2', 'b3') });
  expect(parseMove(long, 'd-a2-b3#4')).toEqual({ ok: false, error: { code: 'other-ply', said: 4, ply: 1 } });
  expect(formatMove(long, moveOf('a2', 'b3'), 'numbered')).toBe('d-a2-b3#1');
});

test('R22: the numeric notation has colour and size', () => {
  expect(formatMove(numeric, moveOf('d5', 'c4'), 'numeric')).toBe('B4d5-c4:W3');
  expect(parseMove(numeric, 'B4d5-c4:W3')).toEqual({ ok: true, value: moveOf('d5', 'c4') });
  expect(parseMove(numeric, 'W4d5-c4:W3')).toMatchObject({ error: { code: 'wrong-letter', said: 'W4' } });
  expect(formatMove(numeric, moveOf('a1', 'b2'), 'numeric')).toBe('BTa1-b2');
});

test("the abstractplay notation has sizes, x for an opponent's piece and * for an own one", () => {
  expect(parseMove(numeric, '4d5xc4')).toEqual({ ok: true, value: moveOf('d5', 'c4') });
  expect(parseMove(numeric, '4d5*c4')).toMatchObject({ error: { code: 'wrong-letter', said: '*' } });
  expect(parseMove(numeric, '4d5-c4')).toMatchObject({ error: { code: 'wrong-letter', said: '-' } });
  expect(parseMove(numeric, '1a1-b2')).toEqual({ ok: true, value: moveOf('a1', 'b2') });
  expect(parseMove(numeric, 'Ta1-b2')).toEqual({ ok: true, value: moveOf('a1', 'b2') });
  const own = setUp('south', { b2: 'south B', a1: 'south A', c3: 'south T', h7: 'north T' });
  expect(formatMove(own, moveOf('b2', 'a1'), 'abstractplay')).toBe('2b2*a1');
  expect(parseMove(own, '2b2*a1')).toEqual({ ok: true, value: moveOf('b2', 'a1') });
});

test('an unreadable move and an illegal move are different refusals', () => {
  expect(parseMove(long, 'hello')).toEqual({ ok: false, error: { code: 'unreadable' } });
  expect(parseMove(long, 'a2-i9')).toEqual({ ok: false, error: { code: 'no-such-square', square: 'i9' } });
  expect(parseMove(long, 'd-a2-c4')).toMatchObject({
    error: { code: 'illegal', why: { code: 'two-levels', levels: 2 } },
  });
});

test.each(NOTATIONS)('every legal move can be written and parsed in %s notation', (notation) => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat(), { maxLength: 80 }), (start, path) => {
      const { position } = playChoices(someStart(start), path);
      const moves = legalMoves(position);
      const texts = moves.map((move) => formatMove(position, move, notation));
      expect(new Set(texts).size).toBe(moves.length);
      expect(texts.map((text) => parseMove(position, text))).toEqual(moves.map((value) => ({ ok: true, value })));
    }),
    { numRuns: 40 },
  );
});

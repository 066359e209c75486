import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSquare, squareName, squares } from './board.ts';
import { isLegal, legalMoves } from './legal.ts';
import { startPosition } from './named-setups.ts';
import { moveKind, slidePath } from './play.ts';
import { pieceAt } from './position.ts';
import { at, moveOf, setUp, targetsFrom } from './testing/boards.ts';
import { playChoices, someStart } from './testing/games.ts';

/** The lower half of the sources' first example boards: North's C on b4 above the start of the long game. */
const sameLevel = {
  a2: 'south D',
  b2: 'south D',
  c2: 'south C',
  d2: 'south C',
  a1: 'south T',
  b1: 'south A',
  c1: 'south B',
  d1: 'south B',
  b4: 'north C',
};

test('R6: the pieces on d2 and d1 may move to c4, d4 and d3 but not to a4, because of the opponent on b4', () => {
  const position = setUp('south', sameLevel);
  for (const from of ['d2', 'd1']) {
    const along = targetsFrom(position, from).filter((to) => ['a4', 'b4', 'c4', 'd4', 'd3'].includes(to));
    expect(along).toEqual(['c4', 'd3', 'd4']);
  }
});

test('R6: slides may pass own pieces of any size', () => {
  const position = setUp('south', { a4: 'south A', b4: 'south D', d4: 'south C', h8: 'north D' });
  expect(targetsFrom(position, 'a4')).toEqual(expect.arrayContaining(['c4', 'd1', 'd2', 'd3']));
});

test('R6: slides cannot cross the centre point', () => {
  const position = setUp('south', { d4: 'south D', a8: 'north T' });
  expect(targetsFrom(position, 'd4')).not.toContain('e5');
  expect(targetsFrom(position, 'd4')).toEqual(expect.arrayContaining(['a4', 'd1', 'd5', 'e4']));
});

test('R6: slides cannot cut corners', () => {
  const position = setUp('south', { b3: 'south B', c3: 'north D' });
  expect(targetsFrom(position, 'b3').filter((to) => to.startsWith('c'))).toEqual(['c4']);
});

/** The source of this board numbers ranks from the top and calls the largest piece A (R4); letters are reversed. */
const turnedRound = {
  f1: 'south D',
  e2: 'south C',
  b3: 'south C',
  f4: 'south B',
  g4: 'north B',
  d6: 'south C',
  e7: 'north A',
};
const notLarger = setUp('south', turnedRound, { rules: { sliding: 'not-larger' } });

test('R6, sliding not-larger: the B on f4 passes neither its own larger C on e2 nor the opponent on g4', () => {
  expect(targetsFrom(notLarger, 'f4').filter((to) => /^e|4$/.test(to) && to !== 'e5')).toEqual(['e3', 'e4']);
  expect(targetsFrom(setUp('south', turnedRound), 'f4')).toContain('e1');
});

test('R6: the piece on b3 may move to four squares of its level', () => {
  expect(targetsFrom(notLarger, 'b3').filter((to) => ['a3', 'c1', 'c2', 'c3'].includes(to))).toHaveLength(4);
});

test('R7: the piece on b3 may move up to a4, b4 and c4, and that on e2 only to two squares, because f1 is occupied', () => {
  expect(targetsFrom(notLarger, 'b3').filter((to) => to.endsWith('4'))).toEqual(['a4', 'b4', 'c4']);
  expect(targetsFrom(notLarger, 'e2').filter((to) => to.startsWith('f'))).toEqual(['f2', 'f3']);
});

test('R8, R9: the piece on d6 may move straight down to e6 or capture on e7, but not move to the vacant e5', () => {
  expect(targetsFrom(notLarger, 'd6').filter((to) => to.startsWith('e'))).toEqual(['e6', 'e7']);
});

test('R9: the piece on f1 may capture its own piece on e2', () => {
  expect(targetsFrom(notLarger, 'f1')).toContain('e2');
});

test('R7: the piece on d2 may move up to e3, e2 and e1', () => {
  const position = setUp('south', sameLevel);
  expect(targetsFrom(position, 'd2').filter((to) => to.startsWith('e'))).toEqual(['e1', 'e2', 'e3']);
});

test('R8: the piece on b4 may move down only to b3', () => {
  const position = setUp('north', sameLevel);
  expect(targetsFrom(position, 'b4').filter((to) => to.endsWith('3') && to !== 'd3')).toEqual(['b3']);
});

test('R9: the piece on b4 may capture the piece on c3, but not the larger one on a3', () => {
  const { a2: _a2, c2: _c2, ...rest } = sameLevel;
  const position = setUp('north', { ...rest, a3: 'south D', c3: 'south C' });
  expect(targetsFrom(position, 'b4')).toContain('c3');
  expect(targetsFrom(position, 'b4')).not.toContain('a3');
  expect(moveKind(position, moveOf('b4', 'c3'))).toBe('capture');
});

test('R9: a piece captures diagonally downward, and never a larger piece', () => {
  const position = setUp('south', {
    c6: 'south C',
    b5: 'north C',
    d7: 'north B',
    d5: 'north D',
    a1: 'south T',
    h7: 'north T',
  });
  const taken = targetsFrom(position, 'c6').filter((to) => pieceAt(position, at(to)));
  expect(taken).toEqual(['b5', 'd7']);
});

test('R9: own pieces can be captured, including the T', () => {
  const position = setUp('south', { b2: 'south A', a1: 'south T', c3: 'south C', h8: 'north T' });
  expect(targetsFrom(position, 'b2')).toContain('a1');
  expect(targetsFrom(position, 'c3')).toContain('b2');
});

const rank = { rules: { capture: 'rank' } } as const;

test('R10: diagonally down the attacker may be at most one size smaller than the victim', () => {
  const position = setUp('south', { c3: 'south B', b2: 'north C', h8: 'north T' }, rank);
  expect(targetsFrom(position, 'c3')).toContain('b2');
  expect(targetsFrom(setUp('south', { c3: 'south B', b2: 'north D' }, rank), 'c3')).not.toContain('b2');
});

test('R10: straight up the attacker must be strictly larger', () => {
  expect(targetsFrom(setUp('south', { b2: 'south C', b3: 'north B' }, rank), 'b2')).toContain('b3');
  expect(targetsFrom(setUp('south', { b2: 'south C', b3: 'north C' }, rank), 'b2')).not.toContain('b3');
  expect(targetsFrom(setUp('south', { b2: 'south C', c3: 'north A' }, rank), 'b2')).not.toContain('c3');
});

test('R10: the smallest piece can capture the largest of the board straight up', () => {
  expect(targetsFrom(setUp('south', { b2: 'south A', b3: 'north D' }, rank), 'b2')).toContain('b3');
  expect(targetsFrom(setUp('south', { b2: 'south T', b3: 'north D' }, rank), 'b2')).toContain('b3');
  expect(targetsFrom(setUp('south', { b2: 'south A', b3: 'north C' }, rank), 'b2')).not.toContain('b3');
  expect(targetsFrom(setUp('south', { b2: 'south A', b3: 'north C' }, { ...rank, size: 6 }), 'b2')).toContain('b3');
});

test('R10: on the terrace the attacker must be at least the same size', () => {
  expect(targetsFrom(setUp('south', { a3: 'south B', b3: 'north B' }, rank), 'a3')).toContain('b3');
  expect(targetsFrom(setUp('south', { a3: 'south B', b3: 'south A', h1: 'north D' }, rank), 'a3')).toContain('b3');
  expect(targetsFrom(setUp('south', { a3: 'south B', b3: 'north C' }, rank), 'a3')).not.toContain('b3');
  expect(targetsFrom(setUp('south', { a3: 'south B', c3: 'north A' }, rank), 'a3')).not.toContain('c3');
});

test('legal moves are in board order, by departure, then by arrival', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat(), { maxLength: 60 }), (start, choices) => {
      const { position } = playChoices(someStart(start), choices);
      const order = legalMoves(position).map(({ from, to }) => from * 64 + to);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }),
    { numRuns: 50 },
  );
});

test('a move is legal exactly if it is listed', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.nat(), { maxLength: 60 }), (start, choices) => {
      const { position } = playChoices(someStart(start), choices);
      const listed = new Set(legalMoves(position));
      const all = squares(position.size).flatMap((from) => squares(position.size).map((to) => ({ from, to })));
      expect(all.filter((move) => isLegal(position, move))).toHaveLength(listed.size);
    }),
    { numRuns: 30 },
  );
});

test('the path of a slide is the squares of its terrace in order', () => {
  const position = startPosition('short');
  const path = slidePath(position, moveOf('d1', 'a4'));
  expect(path.map((square) => squareName(8, square))).toEqual(['d1', 'd2', 'd3', 'd4', 'c4', 'b4', 'a4']);
  expect(slidePath(position, moveOf('d1', 'e2'))).toEqual([parseSquare(8, 'd1'), parseSquare(8, 'e2')]);
});

test('the kind of a move describes its effect', () => {
  const position = startPosition('short');
  expect(moveKind(position, moveOf('d1', 'd3'))).toBe('level');
  expect(moveKind(position, moveOf('d1', 'e2'))).toBe('up');
  expect(moveKind(setUp('south', { d2: 'south A' }), moveOf('d2', 'c2'))).toBe('down');
});

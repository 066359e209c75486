import {
  checkPosition,
  formatSetup,
  type Piece,
  parseSetup,
  type Setup,
  SIDES,
  setupOf,
  squares,
  startPosition,
} from '@terrace/rules';
import { at } from '@terrace/testing/boards';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Edit, edit, seatState } from './edit.ts';
import { pieceKinds } from './piece-keys.ts';
import { createHistory, push, redo, undo } from './undo-history.ts';

const long = setupOf(startPosition('long'));
const four = setupOf(startPosition('four'));
const piece = (text: string): Piece => {
  const [side = '', letter = ''] = text.split(' ');
  const found = SIDES.flatMap((one) => pieceKinds(one, four)).find(
    (one) => one.side === side && (one.t ? 'T' : ' ABCD'.charAt(one.size)) === letter,
  );
  if (found === undefined) throw new Error(`no piece ${text}`);
  return found;
};

const anyEdit = (setup: Setup): fc.Arbitrary<Edit> => {
  const on = fc.constantFrom(...squares(setup.size));
  const side = fc.constantFrom(...SIDES);
  const pieceOn = fc.constantFrom(...setup.seats.flatMap((one) => pieceKinds(one, setup)));
  return fc.oneof(
    fc.record({ type: fc.constant('put' as const), square: on, piece: pieceOn }),
    fc.record({ type: fc.constant('move' as const), from: on, to: on }),
    fc.record({ type: fc.constant('remove' as const), square: on }),
    fc.record({ type: fc.constant('part' as const), side, part: fc.constantFrom('in', 'out', 'none') }),
    fc.record({ type: fc.constant('turn' as const), side: fc.constantFrom(...setup.seats) }),
    fc.record({ type: fc.constant('count' as const), of: fc.constant('ply'), count: fc.integer({ min: 1, max: 999 }) }),
    fc.record({ type: fc.constant('size' as const), size: fc.constantFrom(6, 8) }),
    fc.constant({ type: 'clear' as const }),
  );
};

function walk(start: Setup, choices: readonly number[]): Setup[] {
  const boards = [start];
  for (const seed of choices) {
    const now = boards.at(-1) ?? start;
    if (now.seats.length === 0) break;
    const [change] = fc.sample(anyEdit(now), { seed, numRuns: 1 });
    if (change !== undefined) boards.push(edit(now, change));
  }
  return boards;
}

const walks = fc.array(fc.nat(), { minLength: 1, maxLength: 30 });

test('after any edits the position text reads back as the same board', () => {
  fc.assert(
    fc.property(walks, fc.constantFrom(long, four), (choices, start) => {
      const board = walk(start, choices).at(-1) ?? start;
      const read = parseSetup(formatSetup(board), board.rules);
      expect(read.ok && formatSetup(read.value)).toBe(formatSetup(board));
      expect(read.ok && read.value.seats).toEqual(board.seats);
    }),
    { numRuns: 60 },
  );
});

test('undo restores each earlier board, and redo each undone one', () => {
  fc.assert(
    fc.property(walks, (choices) => {
      const boards = walk(long, choices);
      const distinct = boards.filter((board, n) => board !== boards[n - 1]);
      let line = boards.slice(1).reduce(push, createHistory(long));
      for (const board of distinct.toReversed()) {
        expect(line.now).toBe(board);
        line = undo(line);
      }
      for (const board of distinct) {
        expect(line.now).toBe(board);
        line = redo(line);
      }
      expect(redo(line)).toBe(line);
    }),
    { numRuns: 60 },
  );
});

test('a piece put on a square replaces the piece there', () => {
  const a1 = at('a1', long.size);
  const put = edit(long, { type: 'put', square: a1, piece: piece('north D') });
  expect(formatSetup(put)).toContain('/Dabbccdd ');
  expect(edit(put, { type: 'put', square: a1, piece: piece('north D') })).toBe(put);
});

test('a side that loses its seat loses its pieces and its turn', () => {
  const west = edit({ ...four, turn: 'west' }, { type: 'part', side: 'west', part: 'none' });
  expect(west.seats).toEqual(['south', 'north', 'east']);
  expect(west.turn).toBe('south');
  expect([...west.pieces.values()].some(({ side }) => side === 'west')).toBe(false);
  expect(checkPosition(west).ok).toBe(true);
});

test('an eliminated side keeps its seat without pieces, and the others can play on', () => {
  const out = edit(four, { type: 'part', side: 'north', part: 'out' });
  expect(seatState(out, 'north')).toBe('out');
  expect(formatSetup(out)).toMatch(/ s swNe 0 1$/);
  expect(checkPosition(out).ok).toBe(true);
});

test('pieces keep their squares on the small board, and a piece too large for it is refused', () => {
  const small = edit(long, { type: 'size', size: 6 });
  expect(formatSetup(small)).toBe('6/6/6/6/ddccbb/tabbcc s sn 0 1');
  expect(checkPosition(small)).toMatchObject({ error: { code: 'piece-size', square: 'a2' } });
});

import { type Position, pieces, startPosition } from '@terrace/rules';
import { at, played } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { DrawnPieces } from './drawn-pieces.ts';

const start = startPosition('long');
const { position } = played(['d2-d4']);
const unmarked = { selected: undefined, moved: undefined, losers: [] };
const shown = (position: Position, marked = {}) => [pieces(position), { ...unmarked, ...marked }] as const;

test('a move changes one piece, which keeps its id and is drawn last', () => {
  const drawing = new DrawnPieces();
  const before = drawing.update(...shown(start));
  const after = drawing.update(...shown(position, { moved: at('d4') }));
  const changed = after.filter((each) => !before.includes(each));
  expect(changed).toEqual([{ ...before.find(({ square }) => square === at('d2')), square: at('d4') }]);
  expect(after.at(-1)).toBe(changed[0]);
});

test('selecting a piece changes only that piece and the one selected before', () => {
  const drawing = new DrawnPieces();
  drawing.update(...shown(start, { selected: at('d2') }));
  const before = drawing.update(...shown(start, { selected: at('e2') }));
  const after = drawing.update(...shown(start, { selected: at('d2') }));
  const changed = after.filter((each) => !before.includes(each));
  expect(changed.map(({ square, selected }) => [square, selected])).toEqual([
    [at('d2'), true],
    [at('e2'), false],
  ]);
});

test('a captured piece is removed, and a restored piece gets a unique id', () => {
  const drawing = new DrawnPieces();
  const [one] = drawing.update(...shown(start));
  const without = drawing.update(
    pieces(start).filter(({ square }) => square !== one?.square),
    unmarked,
  );
  expect(without.some(({ id }) => id === one?.id)).toBe(false);
  const again = drawing.update(...shown(start));
  expect(new Set(again.map(({ id }) => id)).size).toBe(again.length);
  expect(again).toHaveLength(pieces(start).length);
});

test('only the pieces of losing sides change, and are marked as lost', () => {
  const drawing = new DrawnPieces();
  const before = drawing.update(...shown(start));
  const after = drawing.update(...shown(start, { losers: ['north'] }));
  for (const each of after) expect(each.lost).toBe(each.piece.side === 'north');
  expect(after.filter((each) => before.includes(each)).every(({ piece }) => piece.side === 'south')).toBe(true);
});

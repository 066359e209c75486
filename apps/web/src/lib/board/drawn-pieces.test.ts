import { type Position, parseSquare, pieces, playOn, startHistory, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { DrawnPieces } from './drawn-pieces.ts';

const at = (name: string) => {
  const square = parseSquare(8, name);
  if (square === undefined) throw new Error(name);
  return square;
};
const start = startPosition('long');
const played = playOn(startHistory(start), { from: at('d2'), to: at('d4') });
if (!played.ok) throw new Error(played.error.code);
const unmarked = { selected: undefined, moved: undefined, losers: [] };
const shown = (position: Position, marked = {}) => [pieces(position), { ...unmarked, ...marked }] as const;

test('a move changes one piece, which keeps its id and is drawn last', () => {
  const drawing = new DrawnPieces();
  const before = drawing.update(...shown(start));
  const after = drawing.update(...shown(played.value.position, { moved: at('d4') }));
  const changed = after.filter((each) => !before.includes(each));
  expect(changed).toEqual([{ ...before.find(({ square }) => square === at('d2')), square: at('d4') }]);
  expect(after.at(-1)).toBe(changed[0]);
});

test('selecting a piece changes that one and the one selected before', () => {
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

test('what was taken is gone, and what comes back shares no id', () => {
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

test('the pieces of who lost are marked, and no others change', () => {
  const drawing = new DrawnPieces();
  const before = drawing.update(...shown(start));
  const after = drawing.update(...shown(start, { losers: ['north'] }));
  for (const each of after) expect(each.lost).toBe(each.piece.side === 'north');
  expect(after.filter((each) => before.includes(each)).every(({ piece }) => piece.side === 'south')).toBe(true);
});

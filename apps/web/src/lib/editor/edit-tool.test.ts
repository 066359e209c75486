import { type Piece, type Setup, type Square, setupOf, squareName, squares, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { edit, standing } from './edit.ts';
import { EMPTY, type Hand, step, type Touch } from './edit-tool.ts';
import { kindsOf, typed } from './piece-keys.ts';

const long = setupOf(startPosition('long'));
const at = (name: string): Square => {
  const found = squares(8).find((one) => squareName(8, one) === name);
  if (found === undefined) throw new Error(`no square ${name}`);
  return found;
};
const [t, a] = kindsOf('south', long);
if (t === undefined || a === undefined) throw new Error('a side has pieces');

/** What a row of touches leaves in the hand and on the board. */
function after(touches: readonly Touch[], start: Setup = long): { hand: Hand; sketch: Setup } {
  let hand: Hand = EMPTY;
  let sketch = start;
  for (const touch of touches) {
    const next = step(hand, touch, sketch);
    hand = next.hand;
    if (next.edit) sketch = edit(sketch, next.edit);
  }
  return { hand, sketch };
}
const choose = (name: string): Touch => ({ type: 'choose', square: at(name) });
const here = (sketch: Setup, name: string): Piece | undefined => standing(sketch, at(name));

test('two clicks move a piece, and take what stood there off the board', () => {
  const { hand, sketch } = after([choose('a1'), choose('h8')]);
  expect(here(sketch, 'a1')).toBeUndefined();
  expect(here(sketch, 'h8')).toBe(t);
  expect(hand).toBe(EMPTY);
});

test('choosing a lifted piece again puts it back', () => {
  expect(after([choose('a1'), choose('a1')])).toEqual({ hand: EMPTY, sketch: long });
});

test('a vacant square asks which piece it shall have, and the answer stands there', () => {
  expect(after([choose('d4')]).hand).toEqual({ kind: 'asking', on: at('d4') });
  const { hand, sketch } = after([choose('d4'), { type: 'answer', piece: a }]);
  expect(here(sketch, 'd4')).toBe(a);
  expect(hand).toBe(EMPTY);
});

test('a piece of the palette stays in the hand; on its like it takes it away; taken again it is laid aside', () => {
  const take: Touch = { type: 'take', tool: a };
  const { hand, sketch } = after([take, choose('d4'), choose('e4'), choose('d4')]);
  expect(hand).toEqual({ kind: 'piece', piece: a });
  expect(here(sketch, 'd4')).toBeUndefined();
  expect(here(sketch, 'e4')).toBe(a);
  expect(after([take, take]).hand).toBe(EMPTY);
});

test('the eraser removes what is chosen, and a piece dragged off the board is gone', () => {
  const { sketch } = after([
    { type: 'take', tool: 'eraser' },
    choose('a1'),
    { type: 'drag', from: at('b1'), to: undefined },
  ]);
  expect(here(sketch, 'a1')).toBeUndefined();
  expect(here(sketch, 'b1')).toBeUndefined();
});

test('letters put their piece down, and the prime gives it to the side that bears one', () => {
  expect(typed(long, at('d4'), 'a')).toEqual({ type: 'put', square: at('d4'), piece: a });
  expect(typed(long, at('d4'), 'D')).toMatchObject({ piece: { side: 'north', size: 4 } });
  expect(typed(long, at('d4'), 'x')).toBeUndefined();
  const four = setupOf(startPosition('four'));
  expect(typed(four, at('b1'), "'")).toMatchObject({ piece: { side: 'north', t: true } });
  expect(typed(four, at('d4'), "'")).toBeUndefined();
});

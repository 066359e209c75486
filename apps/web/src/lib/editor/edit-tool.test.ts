import { type Piece, type Setup, setupOf, startPosition } from '@terrace/rules';
import { at } from '@terrace/testing/boards';
import { expect, test } from 'vitest';
import { edit, pieceOn } from './edit.ts';
import { applyTool, type EditTool, NO_TOOL, type ToolInput } from './edit-tool.ts';
import { editForKey, pieceKinds } from './piece-keys.ts';

const long = setupOf(startPosition('long'));
const [t, a] = pieceKinds('south', long);
if (t === undefined || a === undefined) throw new Error('a side must have pieces');

function after(touches: readonly ToolInput[], start: Setup = long): { tool: EditTool; setup: Setup } {
  let tool: EditTool = NO_TOOL;
  let setup = start;
  for (const touch of touches) {
    const next = applyTool(tool, touch, setup);
    tool = next.tool;
    if (next.edit) setup = edit(setup, next.edit);
  }
  return { tool, setup };
}
const choose = (name: string): ToolInput => ({ type: 'choose', square: at(name) });
const here = (setup: Setup, name: string): Piece | undefined => pieceOn(setup, at(name));

test('two clicks move a piece and remove the piece on the target', () => {
  const { tool, setup } = after([choose('a1'), choose('h8')]);
  expect(here(setup, 'a1')).toBeUndefined();
  expect(here(setup, 'h8')).toBe(t);
  expect(tool).toBe(NO_TOOL);
});

test('choosing a lifted piece again puts it back', () => {
  expect(after([choose('a1'), choose('a1')])).toEqual({ tool: NO_TOOL, setup: long });
});

test('a vacant square opens the picker, and the picked piece is placed there', () => {
  expect(after([choose('d4')]).tool).toEqual({ kind: 'choosing', on: at('d4') });
  const { tool, setup } = after([choose('d4'), { type: 'answer', piece: a }]);
  expect(here(setup, 'd4')).toBe(a);
  expect(tool).toBe(NO_TOOL);
});

test('a palette piece stays active, removes an equal piece, and is deselected when chosen again', () => {
  const take: ToolInput = { type: 'take', tool: a };
  const { tool, setup } = after([take, choose('d4'), choose('e4'), choose('d4')]);
  expect(tool).toEqual({ kind: 'piece', piece: a });
  expect(here(setup, 'd4')).toBeUndefined();
  expect(here(setup, 'e4')).toBe(a);
  expect(after([take, take]).tool).toBe(NO_TOOL);
});

test('the eraser removes the chosen piece, and so does a drag off the board', () => {
  const { setup } = after([
    { type: 'take', tool: 'eraser' },
    choose('a1'),
    { type: 'drag', from: at('b1'), to: undefined },
  ]);
  expect(here(setup, 'a1')).toBeUndefined();
  expect(here(setup, 'b1')).toBeUndefined();
});

test('a letter places its piece, and a prime gives it to the side with primed letters', () => {
  expect(editForKey(long, at('d4'), 'a')).toEqual({ type: 'put', square: at('d4'), piece: a });
  expect(editForKey(long, at('d4'), 'D')).toMatchObject({ piece: { side: 'north', size: 4 } });
  expect(editForKey(long, at('d4'), 'x')).toBeUndefined();
  const four = setupOf(startPosition('four'));
  expect(editForKey(four, at('b1'), "'")).toMatchObject({ piece: { side: 'north', t: true } });
  expect(editForKey(four, at('d4'), "'")).toBeUndefined();
});

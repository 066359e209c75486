import { parseSquare, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { parseTypedMove, textAfterKey } from './typed-move.ts';

const start = startPosition('long');
const typed = (...keys: string[]) =>
  keys.reduce<string | undefined>(
    (written, key) =>
      written === undefined ? undefined : textAfterKey(written, { key, ctrlKey: false, metaKey: false, altKey: false }),
    '',
  );
const move = (from: string, to: string) => ({
  ok: true,
  value: { from: parseSquare(8, from), to: parseSquare(8, to) },
});

test('keys type a move character by character, and Backspace deletes the last one', () => {
  expect(typed(...'b2c3')).toBe('b2c3');
  expect(typed(...'D-c5-b4:c')).toBe('D-c5-b4:c');
  expect(typed('b', '2', 'Backspace')).toBe('b');
});

test.each([['r'], ['2'], ['-'], ['Backspace'], ['ArrowLeft'], ['Enter']])('%s does not start a move', (key) => {
  expect(typed(key)).toBeUndefined();
});

test('the text is never longer than the longest move', () => {
  expect(typed(...'aaaaaaaaaaa')).toBe('aaaaaaaaaaa');
  expect(typed(...'aaaaaaaaaaaa')).toBeUndefined();
});

test('browser shortcuts are not typed', () => {
  expect(textAfterKey('', { key: 'a', ctrlKey: true, metaKey: false, altKey: false })).toBeUndefined();
});

test.each(['d2d4', 'D2-D4', 'c-d2-d4', 'd2-d4'])('%s is parsed as a move', (written) => {
  expect(parseTypedMove(start, written)).toEqual(move('d2', 'd4'));
});

test('two bare squares are accepted without a check for legality', () => {
  expect(parseTypedMove(start, 'a1h8')).toEqual(move('a1', 'h8'));
});

test('text that is not a move, or names the wrong piece, returns an explanation', () => {
  expect(parseTypedMove(start, 'abc')).toMatchObject({ ok: false, error: expect.stringContaining("isn't a move") });
  expect(parseTypedMove(start, 'd-d2-d4')).toMatchObject({ ok: false, error: expect.stringContaining('d2') });
});

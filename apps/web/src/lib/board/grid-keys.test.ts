import { expect, test } from 'vitest';
import { moveCursor } from './grid-keys.ts';

const from = { column: 3, row: 4 };

test.each([
  ['ArrowLeft', { column: 2, row: 4 }],
  ['ArrowRight', { column: 4, row: 4 }],
  ['ArrowUp', { column: 3, row: 3 }],
  ['ArrowDown', { column: 3, row: 5 }],
  ['Home', { column: 0, row: 4 }],
  ['End', { column: 7, row: 4 }],
])('%s moves the cursor', (key, to) => {
  expect(moveCursor({ key }, from, 8)).toEqual(to);
});

test('the cursor stops at the edges', () => {
  expect(moveCursor({ key: 'ArrowLeft' }, { column: 0, row: 0 }, 8)).toEqual({ column: 0, row: 0 });
  expect(moveCursor({ key: 'ArrowDown' }, { column: 0, row: 5 }, 6)).toEqual({ column: 0, row: 5 });
});

test('other keys and browser shortcuts are ignored', () => {
  expect(moveCursor({ key: 'Enter' }, from, 8)).toBeUndefined();
  expect(moveCursor({ key: 'ArrowLeft', altKey: true }, from, 8)).toBeUndefined();
});

import { expect, test } from 'vitest';
import { keyboardInset } from './keyboard-inset.ts';

test('a keyboard covers what the visible part leaves at the lower edge of the page', () => {
  expect(keyboardInset(740, { height: 440, offsetTop: 0, scale: 1 })).toEqual({ covered: 300, visible: 440 });
  expect(keyboardInset(740, { height: 440, offsetTop: 120, scale: 1 })).toEqual({ covered: 180, visible: 440 });
});

test('neither a bar of the browser nor a page enlarged by two fingers is a keyboard', () => {
  expect(keyboardInset(740, { height: 740, offsetTop: 0, scale: 1 })).toBeUndefined();
  expect(keyboardInset(740, { height: 684, offsetTop: 0, scale: 1 })).toBeUndefined();
  expect(keyboardInset(740, { height: 370, offsetTop: 0, scale: 2 })).toBeUndefined();
});

import { expect, test } from 'vitest';
import { keyboardInset } from './keyboard-inset.ts';

test('the keyboard covers the part of the page below the visual viewport', () => {
  expect(keyboardInset(740, { height: 440, offsetTop: 0, scale: 1 })).toEqual({ covered: 300, visible: 440 });
  expect(keyboardInset(740, { height: 440, offsetTop: 120, scale: 1 })).toEqual({ covered: 180, visible: 440 });
});

test('browser toolbars and pinch zoom do not count as a keyboard', () => {
  expect(keyboardInset(740, { height: 740, offsetTop: 0, scale: 1 })).toBeUndefined();
  expect(keyboardInset(740, { height: 684, offsetTop: 0, scale: 1 })).toBeUndefined();
  expect(keyboardInset(740, { height: 370, offsetTop: 0, scale: 2 })).toBeUndefined();
});

import { expect, test } from 'vitest';
import { undoGraceMs } from './undo-grace.ts';

test('a move without a running clock can be undone for ten seconds', () => {
  expect(undoGraceMs(null)).toBe(10_000);
});

test('on a running clock the hold takes at most a twentieth of the remaining time', () => {
  expect(undoGraceMs(600_000)).toBe(10_000);
  expect(undoGraceMs(100_000)).toBe(5000);
  expect(undoGraceMs(39_999)).toBe(0);
});

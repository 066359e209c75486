import { expect, test } from 'vitest';
import { outline } from './outline.ts';

const lines = [0, 10, 20, 30];
const drawn = (...rows: string[]) => outline(lines, lines, (i, j) => rows[j]?.[i] === '#');

test('neighbours melt into one shape without the line between them', () => {
  expect(drawn('##.', '...', '...')).toBe('M0 0L20 0L20 10L0 10Z');
});

test('an L has six corners', () => {
  expect(drawn('#..', '##.', '...')).toBe('M0 0L10 0L10 10L20 10L20 20L0 20Z');
});

test('squares that touch at a point alone stay two shapes', () => {
  expect(drawn('#..', '.#.', '...').match(/M/g)).toHaveLength(2);
});

test('a hole is a loop of its own', () => {
  expect(drawn('###', '#.#', '###').match(/M/g)).toHaveLength(2);
});

test('nothing is an empty path', () => {
  expect(drawn('...', '...', '...')).toBe('');
});

import { expect, test } from 'vitest';
import { outline } from './outline.ts';

const lines = [0, 10, 20, 30];
const drawn = (...rows: string[]) => outline(lines, lines, (i, j) => rows[j]?.[i] === '#');

test('neighbours merge into one shape without a line between them', () => {
  expect(drawn('##.', '...', '...')).toBe('M0 0L20 0L20 10L0 10Z');
});

test('an L has six corners', () => {
  expect(drawn('#..', '##.', '...')).toBe('M0 0L10 0L10 10L20 10L20 20L0 20Z');
});

test('squares that touch only at a point stay separate shapes', () => {
  expect(drawn('#..', '.#.', '...').match(/M/g)).toHaveLength(2);
});

test('a hole is a separate loop', () => {
  expect(drawn('###', '#.#', '###').match(/M/g)).toHaveLength(2);
});

test('an empty set has an empty path', () => {
  expect(drawn('...', '...', '...')).toBe('');
});

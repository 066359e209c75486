import { parseSquare, playOn, startHistory, startPosition } from '@terrace/rules';
import { expect, test } from 'vitest';
import { playOnce } from './played.ts';

const start = startHistory(startPosition('long'));
const move = (from: string, to: string) => {
  const [start, end] = [parseSquare(8, from), parseSquare(8, to)];
  if (start === undefined || end === undefined) throw new Error('no such square');
  return { from: start, to: end };
};

test('a move that is decided and then folded is played once', () => {
  const decided = playOnce(start, move('d2', 'd3'));
  expect(playOnce(start, move('d2', 'd3'))).toBe(decided);
  expect(decided).toEqual(playOn(start, move('d2', 'd3')));
});

test('another move, and the same move of another history, is played', () => {
  const decided = playOnce(start, move('d2', 'd3'));
  expect(playOnce(start, move('e2', 'e3'))).not.toBe(decided);
  const other = startHistory(startPosition('long'));
  const again = playOnce(other, move('e2', 'e3'));
  expect(again.ok && again.value.parent).toBe(other);
});
